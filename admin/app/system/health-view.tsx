import type { SystemHealth } from "@furoshiki/api/admin/system";
import { useI18n } from "../i18n/use-i18n.tsx";
import { useReloadEvery } from "../live/use-reload-every.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { HealthCard } from "./health-card.tsx";
import { DatabaseCard, DiskCard, ResponseCacheCard, SettingsCard, ValkeyCard } from "./machine-cards.tsx";
import { ProcessList } from "./process-list.tsx";
import { QueueList } from "./queue-list.tsx";
import { StateBadge } from "./state-badge.tsx";
import { EmailsCard, PaymentsCard, WebhooksCard } from "./work-cards.tsx";

const RELOAD_MS = 15_000;

/** How the store does: each part with its state, and what to do. It is reloaded while it is open. */
export function HealthView({ health }: { health: SystemHealth }) {
  const { t, format } = useI18n();
  useReloadEvery(RELOAD_MS);
  const { as_of: now, processes, jobs } = health;
  return (
    <>
      <PageHeader
        title={t("system.title")}
        badges={
          <span role="status">
            <StateBadge state={health.state} />
          </span>
        }
        subtitle={t("system.as_of", { time: format.dateTime(now), count: RELOAD_MS / 1000 })}
      />
      <div className="grid items-start gap-4 px-4 pt-3 pb-6 desk:grid-cols-2 desk:px-6 desk:pt-4">
        <div className="grid min-w-0 gap-4">
          <HealthCard
            title={t("system.processes")}
            state={processes.state}
            advice={processes.reason ? t(`system.advice_${processes.reason}`) : null}
          >
            <ProcessList items={processes.items} now={now} />
          </HealthCard>
          <DatabaseCard database={health.database} />
          {health.disk ? <DiskCard disk={health.disk} /> : null}
          {health.response_cache ? <ResponseCacheCard cache={health.response_cache} /> : null}
          {health.valkey ? <ValkeyCard valkey={health.valkey} /> : null}
        </div>
        <div className="grid min-w-0 gap-4">
          <HealthCard title={t("system.jobs")} state={jobs.state} advice={t("system.advice_jobs")}>
            <p className="text-ink-3">{t("system.queues", { count: jobs.count, busy: jobs.queues.length })}</p>
            <QueueList queues={jobs.queues} now={now} />
          </HealthCard>
          <EmailsCard emails={health.emails} now={now} />
          <PaymentsCard reconciliation={health.reconciliation} now={now} />
          <WebhooksCard webhooks={health.webhooks} now={now} />
          <SettingsCard settings={health.settings} />
        </div>
      </div>
    </>
  );
}
