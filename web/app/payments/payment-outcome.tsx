import type { ReactNode } from "react";

type PaymentOutcomeProps = {
  illustration: ReactNode;
  title: ReactNode;
  children: ReactNode;
  /** At most two buttons or links. */
  actions?: ReactNode;
  /** Whether it is announced as an alert. */
  isAlert?: boolean;
};

/** Result of a payment, or that the result is not known yet. */
export function PaymentOutcome({ illustration, title, children, actions, isAlert }: PaymentOutcomeProps) {
  return (
    <div
      role={isAlert ? "alert" : "status"}
      className="mx-auto flex max-w-xl flex-col items-center py-6 text-center lg:py-14"
    >
      {illustration}
      <h1 className="mt-6 text-3xl lg:text-4xl">{title}</h1>
      <div className="mt-3 max-w-md text-base text-ink-2">{children}</div>
      {actions ? <div className="mt-7 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">{actions}</div> : null}
    </div>
  );
}

const tones = {
  danger: "bg-beni-50 text-beni-600",
  neutral: "bg-mist text-ink-2",
  info: "bg-ai-50 text-ai-700",
} as const;

/** The icon of a result, in a colored circle. */
export function PaymentOutcomeIcon({ tone, children }: { tone: keyof typeof tones; children: ReactNode }) {
  return <span className={`grid size-20 place-items-center rounded-full ${tones[tone]}`}>{children}</span>;
}
