import { Download } from "lucide-react";
import { Form } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";
import { createListQuery } from "./list-path.ts";

/** Downloads the rows and columns of the list as a CSV file. */
export function ExportForm({ params, columns }: { params: URLSearchParams; columns: readonly string[] }) {
  const { t } = useI18n();
  const query = createListQuery(params);
  for (const name of ["after", "before", "limit"]) query.delete(name);
  return (
    // A document request, which the browser answers with a download.
    <Form method="post" action="/orders/export" reloadDocument>
      <input type="hidden" name="list" value={query.toString()} />
      {["number", ...columns].map((column) => (
        <input key={column} type="hidden" name="columns" value={column} />
      ))}
      <Button type="submit" size="md" icon={<Download size={16} aria-hidden />} className="w-full">
        {t("orders.export")}
      </Button>
    </Form>
  );
}
