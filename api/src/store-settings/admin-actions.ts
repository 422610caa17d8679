import { z } from "zod";
import { compareFields, reverseChanges } from "../platform/changes/compare-fields.ts";
import { fieldEdit, recordEdit } from "../platform/changes/schema.ts";
import { getFieldErrors } from "../platform/http/endpoint.ts";
import { commonRefusals, refuse } from "../platform/http/errors.ts";
import { type AnySetting, resetSetting, updateSetting } from "../platform/settings/settings.ts";
import { lockSettingValue } from "../platform/settings/sql.ts";
import { settings } from "../settings.ts";
import { adminAction } from "../staff/admin-action.ts";

const settingsByKey: ReadonlyMap<string, AnySetting> = new Map(settings.map((setting) => [setting.key, setting]));

/**
 * Changes a setting. Null stands for the default: as `from` it means that the setting is not set, as `to` it removes the
 * value, which is also how a value that no setting of this version has is removed.
 */
export const changeSetting = adminAction({
  name: "setting.updated",
  permission: "settings:write",
  params: z.object({ key: z.string().min(1).max(100) }),
  input: recordEdit({ value: fieldEdit(z.json()) }),
  subject: ({ key }) => ({ kind: "setting", id: key }),
  stepUp: () => false,
  run: async (tx, { key }, { changes: edits }, { actor }) => {
    const value = await lockSettingValue(tx, key);
    const changes = await compareFields(tx, { kind: "setting", id: key }, { value }, edits);
    const [change] = changes;
    if (!change) return { result: { key, value }, changes: null };
    if (change.to === null) await resetSetting(tx, key, actor.label);
    else await updateSetting(tx, getDefinition(key), parseValue(key, change.to), actor.label);
    return { result: { key, value: change.to }, changes };
  },
  inverse: ({ params, changes }) => ({
    action: "setting.updated",
    params,
    input: { changes: reverseChanges(changes) },
  }),
});

/** @throws Refusal `not_found` if there is no such setting */
function getDefinition(key: string): AnySetting {
  const definition = settingsByKey.get(key);
  if (!definition) throw refuse(commonRefusals, "not_found");
  return definition;
}

/** @throws Refusal `validation_failed` if the setting does not accept the value */
function parseValue(key: string, value: unknown): unknown {
  const parsed = getDefinition(key).schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refuse(commonRefusals, "validation_failed", { fields: getFieldErrors(parsed.error) });
}
