import { Check } from "lucide-react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";

const stepNames = {
  cart: "checkout.step_name_cart",
  address: "checkout.step_name_address",
  delivery: "checkout.step_name_delivery",
  payment: "checkout.step_name_payment",
} as const;

export type CheckoutStep = keyof typeof stepNames;

const steps = Object.keys(stepNames) as CheckoutStep[];

/** The steps of the checkout on wide screens: which are done, which is the current one. */
export function CheckoutStepList({ current }: { current: CheckoutStep }) {
  const { t } = useAccountI18n();
  const currentIndex = steps.indexOf(current);
  return (
    <ol aria-label={t("checkout.step_list")} className="hidden items-center gap-2 lg:flex">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === currentIndex ? "step" : undefined}
          className="flex items-center gap-2 text-sm"
        >
          {index > 0 ? (
            <span
              aria-hidden
              className={`w-8 border-t ${index <= currentIndex ? "border-tokiwa-700" : "border-line-strong"}`}
            />
          ) : null}
          <StepMark index={index} currentIndex={currentIndex} />
          <span className={getNameClass(index, currentIndex)}>{t(stepNames[step])}</span>
        </li>
      ))}
    </ol>
  );
}

function getNameClass(index: number, currentIndex: number): string {
  if (index === currentIndex) return "font-semibold text-ink";
  return index < currentIndex ? "text-ink" : "text-ink-3";
}

function StepMark({ index, currentIndex }: { index: number; currentIndex: number }) {
  const { t } = useAccountI18n();
  if (index < currentIndex)
    return (
      <span className="grid size-7 place-items-center rounded-full bg-tokiwa-700 text-on-dark">
        <Check size={15} strokeWidth={2.5} aria-hidden />
        <span className="sr-only">{t("checkout.step_done")}</span>
      </span>
    );
  const tone =
    index === currentIndex ? "border-2 border-tokiwa-700 text-tokiwa-700" : "border border-line-strong text-ink-3";
  return (
    <span className={`num grid size-7 place-items-center rounded-full text-xs font-semibold ${tone}`}>{index + 1}</span>
  );
}

/** The current step in words, for narrow screens. */
export function CheckoutStepLine({ current }: { current: CheckoutStep }) {
  const { t } = useAccountI18n();
  const currentIndex = steps.indexOf(current);
  const next = steps[currentIndex + 1];
  return (
    <div className="px-4 pb-3 lg:hidden">
      <div aria-hidden className="grid grid-cols-4 gap-1.5">
        {steps.map((step, index) => (
          <span key={step} className={`h-1 rounded-full ${index <= currentIndex ? "bg-tokiwa-700" : "bg-line"}`} />
        ))}
      </div>
      <p className="num mt-2 text-xs text-ink-2">
        {t.rich("checkout.step_position", {
          b: (text) => <b className="font-semibold text-ink">{text}</b>,
          name: t(stepNames[current]),
          number: currentIndex + 1,
          count: steps.length,
          next: next ? t(stepNames[next]).toLowerCase() : "none",
        })}
      </p>
    </div>
  );
}
