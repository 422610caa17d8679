import type { ReactNode } from "react";

/** A section of a settings page with a title and a description. */
export function SettingsSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-md border border-line bg-surface p-5 lg:p-8">
      <h2 className="text-xl">{title}</h2>
      {text ? <p className="mt-1 text-sm text-ink-2">{text}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  );
}
