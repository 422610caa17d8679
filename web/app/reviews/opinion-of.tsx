import type { Picture as PictureOf } from "@furoshiki/api/content";
import type { ReactNode } from "react";
import { bindWords } from "../lib/format.ts";
import { useShop } from "../lib/shop.tsx";
import { Picture } from "../ui/picture.tsx";

type OpinionOfProps = {
  product: { name: string; link_rewrite: string | null; image: PictureOf };
  children?: ReactNode;
};

/** The product that an opinion is on: its picture and its name, which leads to it while it is shown. */
export function OpinionOf({ product: { name, link_rewrite, image }, children }: OpinionOfProps) {
  const { to } = useShop();
  return (
    <div className="mt-4 flex gap-4 first:mt-0">
      <Picture
        image={image}
        sizes="72px"
        frameClass="shrink-0"
        className="h-[90px] w-[72px] rounded-xs bg-mist object-cover"
      />
      <div className="min-w-0">
        <p className="text-sm lg:text-base">
          {link_rewrite === null ? (
            bindWords(name)
          ) : (
            <a href={to(`/${link_rewrite}`)} className="hover:text-tokiwa-700">
              {bindWords(name)}
            </a>
          )}
        </p>
        {children}
      </div>
    </div>
  );
}
