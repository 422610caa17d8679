import type { SystemHealth } from "@furoshiki/api/admin/system";
import { useI18n } from "../i18n/use-i18n.tsx";
import { KeyValue, KeyValues } from "../ui/key-values.tsx";
import { formatBytes } from "./format-bytes.ts";
import { HealthCard } from "./health-card.tsx";

export function DatabaseCard({ database }: { database: SystemHealth["database"] }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  return (
    <HealthCard title={t("system.database")} state={database.state} advice={t("system.advice_database")}>
      <KeyValues>
        <KeyValue name={t("system.version")}>PostgreSQL {database.version}</KeyValue>
        <KeyValue name={t("system.size")}>{formatBytes(i18n, database.size_bytes)}</KeyValue>
        <KeyValue name={t("system.migrations")}>{format.number(database.migrations)}</KeyValue>
        <KeyValue name={t("system.latest_migration")}>{database.migration}</KeyValue>
        {database.replicas.map(({ name, lag_seconds: lag }) => (
          <KeyValue key={name} name={t("system.replica", { name })}>
            {lag === null ? t("system.lag_unknown") : t("system.lag", { seconds: format.decimal(lag) })}
          </KeyValue>
        ))}
        {database.read_replica && (
          <KeyValue name={t("system.read_replica")}>
            {database.read_replica.is_used
              ? t("system.lag", { seconds: format.decimal(database.read_replica.lag_seconds) })
              : t("system.replica_unused", { seconds: format.number(Math.round(database.read_replica.lag_seconds)) })}
          </KeyValue>
        )}
      </KeyValues>
    </HealthCard>
  );
}

export function DiskCard({ disk }: { disk: NonNullable<SystemHealth["disk"]> }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <HealthCard title={t("system.disk")} state={disk.state} advice={t("system.advice_disk")}>
      <KeyValues>
        <KeyValue name={t("system.free")}>{formatBytes(i18n, disk.free_bytes)}</KeyValue>
        <KeyValue name={t("system.total")}>{formatBytes(i18n, disk.total_bytes)}</KeyValue>
      </KeyValues>
    </HealthCard>
  );
}

export function ResponseCacheCard({ cache }: { cache: NonNullable<SystemHealth["response_cache"]> }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  return (
    <HealthCard title={t("system.response_cache")} state={cache.state}>
      <KeyValues>
        <KeyValue name={t("system.entries")}>{format.number(cache.entries)}</KeyValue>
        <KeyValue name={t("system.used")}>
          {t("system.used_of", { used: formatBytes(i18n, cache.bytes), total: formatBytes(i18n, cache.max_bytes) })}
        </KeyValue>
      </KeyValues>
    </HealthCard>
  );
}

export function ValkeyCard({ valkey }: { valkey: NonNullable<SystemHealth["valkey"]> }) {
  const i18n = useI18n();
  const { t, format } = i18n;
  const { memory, reason } = valkey;
  const used = memory && formatBytes(i18n, memory.used_bytes);
  const total = memory?.max_bytes ? formatBytes(i18n, memory.max_bytes) : null;
  return (
    <HealthCard
      title={t("system.valkey")}
      state={valkey.state}
      advice={reason ? t(`system.advice_valkey_${reason}`) : null}
    >
      <KeyValues>
        <KeyValue name={t("system.valkey_connection")}>
          {t(valkey.is_connected ? "system.valkey_connected" : "system.valkey_lost", {
            time: format.dateTime(valkey.since),
          })}
        </KeyValue>
        {valkey.error === null ? null : <KeyValue name={t("system.valkey_error")}>{valkey.error}</KeyValue>}
        {used === null ? null : (
          <KeyValue name={t("system.used")}>{total === null ? used : t("system.used_of", { used, total })}</KeyValue>
        )}
        {memory && total !== null ? <KeyValue name={t("system.valkey_policy")}>{memory.policy}</KeyValue> : null}
      </KeyValues>
    </HealthCard>
  );
}

export function SettingsCard({ settings }: { settings: SystemHealth["settings"] }) {
  const { t } = useI18n();
  return (
    <HealthCard title={t("system.settings")} state={settings.state} advice={t("system.advice_settings")}>
      {settings.invalid.length === 0 ? (
        <p>{t("system.settings_valid")}</p>
      ) : (
        <ul className="grid gap-1">
          {settings.invalid.map((key) => (
            <li key={key} className="wrap-anywhere">
              {key}
            </li>
          ))}
        </ul>
      )}
    </HealthCard>
  );
}
