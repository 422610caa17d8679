import { useFetcher } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import type { DecisionResult } from "./decisions.ts";

/** Withdraws a request of one's own. */
export function CancelForm({ id }: { id: number }) {
  const { t } = useI18n();
  const { Form, state, data } = useFetcher<DecisionResult>();
  return (
    <Form method="post" action="/approvals" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value="cancel" kind="danger" busy={state !== "idle"}>
        {t("approvals.cancel")}
      </Button>
      {data && "message" in data ? (
        <p role="alert" className="text-xs text-beni-600">
          {data.message}
        </p>
      ) : null}
    </Form>
  );
}
