import { Mail, RefreshCw, Undo2, type LucideIcon } from "lucide-react";
import type { PreviewEffects } from "@furoshiki/api/admin/staff/audit";
import { formatMinorAmount } from "../i18n/amounts.ts";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";

/** What an action would change: the status, the money that the customer gets back, and the emails. */
export function EffectList({ effects }: { effects: PreviewEffects }) {
  const i18n = useI18n();
  return (
    <ul className="grid gap-2">
      {describeEffects(i18n, effects).map(({ Icon, text }) => (
        <li key={text} className="flex items-start gap-2.5">
          <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function describeEffects({ t, format }: I18n, { entries, emails, refunds }: PreviewEffects) {
  const getStatusName = (status: unknown) => t.find(`orders.status_${String(status)}`) ?? String(status);
  const effects: { Icon: LucideIcon; text: string }[] = entries
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === "status")
    .map(({ from, to }) => ({
      Icon: RefreshCw,
      text: t("orders.effect_status", { from: getStatusName(from), to: getStatusName(to) }),
    }));
  for (const { amount_minor, currency } of refunds)
    effects.push({
      Icon: Undo2,
      text: t("orders.effect_refund", { amount: formatMinorAmount(format, amount_minor, currency) }),
    });
  for (const { template, recipient } of emails) {
    const name = t.find(`orders.email_${template}`) ?? template;
    effects.push({ Icon: Mail, text: t("orders.effect_email", { name, recipient }) });
  }
  if (emails.length === 0) effects.push({ Icon: Mail, text: t("orders.effect_no_email") });
  return effects;
}
