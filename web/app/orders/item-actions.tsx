import type { CustomerOrderReturns } from "@furoshiki/api/returns";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Form, useNavigation } from "react-router";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { RequestReturnLink, ReturnDeadlines } from "./returns/order-returns.tsx";

/** What can be done with the goods of a paid order: return them, report a problem, order them again. */
export function ItemActions({ returns }: { returns: CustomerOrderReturns }) {
  return (
    <div className="mt-4 border-t border-line pt-4 print:hidden">
      <div className="flex flex-wrap items-start gap-3">
        <RequestReturnLink options={returns} />
        <ReorderButton />
      </div>
      <ReturnDeadlines options={returns} />
    </div>
  );
}

function ReorderButton() {
  const { t } = useAccountI18n();
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset className="max-sm:w-full">
      <Button
        type="submit"
        name="intent"
        value="repeat"
        kind="muted"
        className="max-sm:w-full"
        busy={formData?.get("intent") === "repeat"}
      >
        {t("order.reorder")}
      </Button>
    </Form>
  );
}
