import { useEffect, useRef } from "react";
import type { ConsentChoice } from "../../analytics/consent.ts";
import { InfoLink } from "../../navigation/info-link.tsx";
import { useI18n } from "../../i18n/use-i18n.tsx";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { barClass } from "../update-bar.tsx";

type ConsentBarProps = {
  onAnswer: (choice: ConsentChoice) => void;
  /** Whether the visitor opened it again to change their choice. */
  isReopened: boolean;
};

/**
 * Asks for consent before third-party services are loaded. Both answers are equally easy to give: one click, the same
 * appearance.
 */
export function ConsentBar({ onAnswer, isReopened }: ConsentBarProps) {
  const { t } = useI18n();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isReopened) ref.current?.focus();
  }, [isReopened]);
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby="consent-title" className={barClass}>
      <div className="grow">
        <h2 id="consent-title" className="font-sans text-base font-semibold">
          {t("consent.title")}
        </h2>
        <p className="mt-1 max-w-read text-sm text-ink-2">
          {t.rich("consent.text", {
            privacy: (text) => (
              <InfoLink
                slug="privacy-policy"
                fallback="text"
                className="text-tokiwa-700 underline decoration-tokiwa-300 underline-offset-4 hover:decoration-tokiwa-700"
              >
                {text}
              </InfoLink>
            ),
          })}
        </p>
      </div>
      <div className="flex shrink-0 gap-2.5">
        <Button kind="outline" onClick={() => onAnswer("all")} className="grow px-4!">
          {t("consent.all")}
        </Button>
        <Button kind="outline" onClick={() => onAnswer("necessary")} className="grow px-4!">
          {t("consent.necessary")}
        </Button>
      </div>
    </section>
  );
}
