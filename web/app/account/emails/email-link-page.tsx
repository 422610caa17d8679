import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";

/** Layout of a page that is opened from a link in an email. */
export function EmailLinkPage({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className="mx-auto mt-6 w-full max-w-[420px] bg-surface p-6 pb-8 lg:mt-14 lg:rounded-lg lg:p-9">
      <h1 className="text-3xl">{title}</h1>
      {text ? <p className="mt-2 text-sm text-ink-2">{text}</p> : null}
      {children}
    </div>
  );
}

/** Shows that the action succeeded: the API's message, and below it what to do next. */
export function EmailLinkSuccess({
  title,
  message,
  children,
}: {
  title: string;
  message: string;
  children: ReactNode;
}) {
  return (
    <EmailLinkPage title={title}>
      <p role="status" className="mt-4 flex gap-3 text-base">
        <CircleCheck size={24} strokeWidth={1.5} aria-hidden className="shrink-0 text-tokiwa-700" />
        {message}
      </p>
      <div className="mt-6">{children}</div>
    </EmailLinkPage>
  );
}
