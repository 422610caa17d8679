import type { SimilarQuestions } from "@furoshiki/api/reviews";
import { useEffect, useState } from "react";
import { fetchApi } from "../api-client/browser-api.ts";
import { useI18n } from "../i18n/use-i18n.tsx";

const DEBOUNCE_MS = 350;
const MIN_LENGTH = 5;

/** Returns answered questions similar to the typed text; requested when typing pauses. */
export function useSimilarQuestions(productId: number, text: string): SimilarQuestions["items"] {
  const i18n = useI18n();
  const [questions, setQuestions] = useState<SimilarQuestions["items"]>([]);
  const q = text.trim();
  const isLongEnough = q.length >= MIN_LENGTH;
  useEffect(() => {
    if (!isLongEnough) return;
    let isCurrent = true;
    const fetchQuestions = async () => {
      const path = `/v1/products/${productId}/similar-questions?q=${encodeURIComponent(q)}`;
      const result = await fetchApi<SimilarQuestions>(i18n, path);
      if (isCurrent) setQuestions(result?.items ?? []);
    };
    const timer = setTimeout(() => void fetchQuestions(), DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [productId, q, isLongEnough, i18n]);
  return isLongEnough ? questions : [];
}
