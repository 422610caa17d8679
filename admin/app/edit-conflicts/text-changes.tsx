import { useI18n } from "../i18n/use-i18n.tsx";
import { useMerge } from "./use-merge.ts";

/** A text with its differences from another one; before the comparison is loaded, without them. */
export function TextChanges({ from, to }: { from: string; to: string }) {
  const { t } = useI18n();
  const merge = useMerge();
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {merge
        ? merge.compareTexts(from, to).map(({ kind, text }, index) => {
            if (kind === "same") return text;
            const Tag = kind === "added" ? "ins" : "del";
            return (
              <Tag key={index} className={kind === "added" ? "bg-tokiwa-100" : "bg-beni-50 text-ink-3"}>
                <span className="sr-only">{t(`conflict.${kind}`)} </span>
                {text}
              </Tag>
            );
          })
        : to || t("conflict.empty")}
    </p>
  );
}
