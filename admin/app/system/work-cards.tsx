import type { SystemHealth } from "@furoshiki/api/admin/system";
import { formatAge } from "../i18n/short-dates.ts";
import { useI18n } from "../i18n/use-i18n.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { HealthCard } from "./health-card.tsx";

/** Emails that are not sent yet. @param now a time of ISO 8601, as in the other cards */
export function EmailsCard({ emails, now }: { emails: SystemHealth["emails"]; now: string }) {
  const { t, format, locale } = useI18n();
  const advice = emails.failed > 0 ? t("system.advice_emails_failed") : t("system.advice_emails_late");
  return (
    <HealthCard title={t("system.emails")} state={emails.state} advice={advice}>
      <KeyValues>
        <KeyValue name={t("system.emails_waiting")}>{format.number(emails.waiting)}</KeyValue>
        <KeyValue name={t("system.emails_failed")}>{format.number(emails.failed)}</KeyValue>
        <KeyValue name={t("system.oldest_waits")}>
          {emails.oldest_at === null ? null : formatAge(emails.oldest_at, locale, now)}
        </KeyValue>
      </KeyValues>
    </HealthCard>
  );
}

/** When payments were last compared with the providers. */
export function PaymentsCard({ reconciliation, now }: { reconciliation: SystemHealth["reconciliation"]; now: string }) {
  const { t, locale } = useI18n();
  const { last_at: lastAt } = reconciliation;
  return (
    <HealthCard
      title={t("system.reconciliation")}
      state={reconciliation.state}
      advice={t("system.advice_reconciliation")}
    >
      <KeyValues>
        <KeyValue name={t("system.last_reconciliation")}>
          {lastAt === null ? t("system.never") : t("system.ago", { age: formatAge(lastAt, locale, now) })}
        </KeyValue>
      </KeyValues>
    </HealthCard>
  );
}

/** Notifications of payment providers that are not processed yet. */
export function WebhooksCard({ webhooks, now }: { webhooks: SystemHealth["webhooks"]; now: string }) {
  const { t, format, locale } = useI18n();
  return (
    <HealthCard title={t("system.webhooks")} state={webhooks.state} advice={t("system.advice_webhooks")}>
      <KeyValues>
        <KeyValue name={t("system.unprocessed")}>{format.number(webhooks.unprocessed)}</KeyValue>
        <KeyValue name={t("system.oldest_waits")}>
          {webhooks.oldest_at === null ? null : formatAge(webhooks.oldest_at, locale, now)}
        </KeyValue>
      </KeyValues>
    </HealthCard>
  );
}
