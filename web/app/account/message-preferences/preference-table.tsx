import type { MessageChannel, MessagePreferences } from "@furoshiki/api/account/message-preferences";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { FormResult } from "../../forms/form-result.ts";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { PreferenceResult } from "./preference-result.tsx";
import { getChannelState, serializeShown } from "./preference-changes.ts";

type PreferenceTableProps = {
  items: MessagePreferences["items"];
  channels: readonly MessageChannel[];
  /** Action data of the page if the form was sent without JavaScript. */
  result: FormResult | undefined;
};

/** One row for each kind of message, one column for each channel. A change is saved at once. */
export function PreferenceTable({ items, channels, result: initialResult }: PreferenceTableProps) {
  const { t, to } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const form = useRef<HTMLFormElement>(null);
  // The checkboxes show what is stored: after a failure, and after another form of the page has changed it.
  useEffect(() => {
    if (fetcher.state === "idle") form.current?.reset();
  }, [items, fetcher.state]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={to("/profile/notifications")}
      className="rounded-md border border-line bg-surface px-4 py-3 lg:px-8 lg:py-5"
    >
      <input type="hidden" name="intent" value="kinds" />
      <input type="hidden" name="shown" value={serializeShown(items)} />
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-ink-2 lg:text-sm">
          <tr className="border-b border-line">
            <th scope="col" className="py-2.5 font-normal">
              {t("preferences.what")}
            </th>
            {channels.map((channel) => (
              <th
                key={channel}
                id={`preference-${channel}`}
                scope="col"
                className="w-16 py-2.5 text-center font-normal lg:w-24"
              >
                {t(`preferences.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {items.map((item) => (
            <PreferenceRow
              key={item.kind}
              item={item}
              channels={channels}
              onChange={() => void fetcher.submit(form.current)}
            />
          ))}
        </tbody>
      </table>
      <Button type="submit" kind="outline" className="mt-3 mb-2 hidden scriptless:inline-flex">
        {t("profile.save")}
      </Button>
      <PreferenceResult result={fetcher.data ?? initialResult} isIdle={fetcher.state === "idle"} />
    </fetcher.Form>
  );
}

type PreferenceRowProps = Pick<PreferenceTableProps, "channels"> & {
  item: PreferenceTableProps["items"][number];
  onChange: () => void;
};

function PreferenceRow({ item, channels, onChange }: PreferenceRowProps) {
  const { t } = useAccountI18n();
  const id = `preference-${item.kind}`;
  return (
    <tr>
      <th scope="row" className="py-3 pr-3 font-normal">
        <span id={id} className="block font-semibold">
          {t(`preferences.${item.kind}`)}
        </span>
        <span id={`${id}-text`} className="block text-ink-2">
          {t(`preferences.${item.kind}_text`)}
        </span>
      </th>
      {channels.map((channel) => {
        const state = getChannelState(item, channel);
        return (
          <td key={channel} className="p-0 text-center">
            {state ? (
              <label className="inline-grid size-11 cursor-pointer place-items-center has-disabled:cursor-default">
                <input
                  type="checkbox"
                  name={channel}
                  value={item.kind}
                  defaultChecked={state.is_enabled}
                  disabled={!state.can_change}
                  onChange={onChange}
                  aria-labelledby={`${id} preference-${channel}`}
                  aria-describedby={`${id}-text`}
                  className="checkbox"
                />
              </label>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
}
