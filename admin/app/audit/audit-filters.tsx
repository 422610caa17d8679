import { useI18n } from "../i18n/use-i18n.tsx";
import { layoutParams } from "../list-preferences/list-layout.ts";
import { Field } from "../ui/field.tsx";
import { FilterChips, FilterForm, type FilterChip } from "../ui/filter-bar.tsx";
import { SelectField } from "../ui/select-field.tsx";
import { createAuditPath } from "./audit-path.ts";

const filterNames = ["actor", "subject", "action", "request"] as const;
const actorKinds = ["staff", "token", "command", "job"] as const;

/** The filters that are set. */
export function AuditFilterChips({ params }: { params: URLSearchParams }) {
  const { t } = useI18n();
  const chips = filterNames.flatMap((name): FilterChip[] => {
    const value = params.get(name);
    if (value === null) return [];
    const text = t.find(`audit.${name}_${value}`) ?? value;
    return [
      {
        key: name,
        name: t(`audit.filter_${name}`),
        value: text,
        removePath: createAuditPath(params, { [name]: null }),
      },
    ];
  });
  return <FilterChips chips={chips} />;
}

/** The form of the filters. */
export function AuditFilterForm({ params }: { params: URLSearchParams }) {
  const { t } = useI18n();
  const kept = [...params].filter(([name]) => ["q", ...layoutParams].includes(name));
  return (
    <FilterForm params={kept}>
      <SelectField id="actor" label={t("audit.actor")} defaultValue={params.get("actor") ?? ""}>
        <option value="">{t("audit.any")}</option>
        {actorKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`audit.actor_${kind}`)}
          </option>
        ))}
      </SelectField>
      <Field
        id="subject"
        label={t("audit.subject")}
        hint={t("audit.subject_hint")}
        defaultValue={params.get("subject") ?? ""}
        autoComplete="off"
      />
      <Field
        id="action"
        label={t("audit.action")}
        hint={t("audit.action_hint")}
        defaultValue={params.get("action") ?? ""}
        autoComplete="off"
      />
    </FilterForm>
  );
}
