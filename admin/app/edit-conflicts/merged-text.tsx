import { useEffect, useRef } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { ConflictOption } from "./conflict-option.tsx";
import { useMerge } from "./use-merge.ts";

type MergedTextProps = { name: string; base: string; mine: string; theirs: string };

/** Both edits in one text, which can be changed. Chosen if the edits do not overlap and nothing was chosen before. */
export function MergedText({ name, ...texts }: MergedTextProps) {
  const { t } = useI18n();
  const merge = useMerge();
  const radio = useRef<HTMLInputElement>(null);
  const merged = merge?.mergeTexts(texts.base, texts.mine, texts.theirs);
  const isClean = merged?.isClean;
  useEffect(() => {
    const chosen = radio.current?.form?.elements.namedItem(`choice_${name}`);
    if (isClean && radio.current && chosen instanceof RadioNodeList && chosen.value === "")
      radio.current.checked = true;
  }, [isClean, name]);
  if (!merged) return null;
  return (
    <ConflictOption
      name={name}
      value="merged"
      radioRef={radio}
      hint={t(merged.isClean ? "conflict.merged_clean" : "conflict.merged_overlap")}
    >
      <textarea
        name={`merged_${name}`}
        aria-label={t("conflict.merged_text")}
        defaultValue={merged.text}
        rows={5}
        onChange={() => {
          if (radio.current) radio.current.checked = true;
        }}
        className="block w-full rounded-md border border-line-strong bg-card px-2.5 py-2 text-base desk:text-sm"
      />
    </ConflictOption>
  );
}
