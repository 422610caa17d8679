import type { SimilarQuestions } from "@furoshiki/api/reviews";
import { useEffect, useState } from "react";
import { askApi } from "../lib/browser-api.ts";
import { useShop } from "../lib/shop.tsx";

const QUIET_MS = 350; // spec §9
const LEAST = 5;

/** Answered questions that resemble what is being typed, asked for when the typing pauses. */
export function useSimilar(productId: number, text: string): SimilarQuestions["items"] {
  const shop = useShop();
  const [found, setFound] = useState<SimilarQuestions["items"]>([]);
  const q = text.trim();
  const enough = q.length >= LEAST;
  useEffect(() => {
    if (!enough) return;
    let current = true;
    const ask = async () => {
      const path = `/v1/products/${productId}/similar-questions?q=${encodeURIComponent(q)}`;
      const answer = await askApi<SimilarQuestions>(shop, path);
      if (current) setFound(answer?.items ?? []);
    };
    const timer = setTimeout(() => void ask(), QUIET_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [productId, q, enough, shop]);
  return enough ? found : [];
}
