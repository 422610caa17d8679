import { FileUp } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { Form, useNavigate } from "react-router";
import { useCatalogI18n } from "../i18n/catalog-i18n.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Note } from "../ui/note.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { useHydrated } from "../ui/use-hydrated.ts";
import { ImportSteps } from "./import-steps.tsx";
import { getImportPath, IMPORTS_PATH } from "./import-path.ts";
import { uploadFile } from "./upload-file.ts";

/** The first step of an import: a file is chosen and uploaded, as a stream. */
export function UploadForm() {
  const { t } = useCatalogI18n();
  const navigate = useNavigate();
  const isHydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    if (!file) return;
    setIsBusy(true);
    setMessage(null);
    const result = await uploadFile(file).catch(() => ({ message: t("imports.upload_failed") }));
    setIsBusy(false);
    if ("message" in result) setMessage(result.message);
    else await navigate(getImportPath(result.id));
  };
  return (
    <>
      <PageHeader title={t("imports.new")} breadcrumbs={[{ name: t("imports.title"), path: IMPORTS_PATH }]} />
      <div className="grid max-w-3xl gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        <ImportSteps current="file" />
        {message === null ? null : <Note tone="error">{message}</Note>}
        <Card title={t("imports.file")}>
          <Form method="post" onSubmit={(event) => void submit(event)} className="grid gap-3">
            <div className="grid gap-1.5">
              <label htmlFor="file" className="text-xs font-medium">
                {t("imports.choose_file")}
              </label>
              <input
                ref={input}
                id="file"
                name="file"
                type="file"
                required
                accept=".csv,.txt,.tsv,.jsonl,.xlsx,.yml,.xml,.gz"
                aria-describedby="file-hint"
                className="w-full rounded-md border border-line-strong bg-card p-2 text-base desk:text-sm"
              />
              <p id="file-hint" className="text-xs text-ink-3">
                {t("imports.file_hint")}
              </p>
            </div>
            {isHydrated ? null : <noscript>{t("imports.needs_script")}</noscript>}
            <Button
              type="submit"
              kind="primary"
              size="md"
              busy={isBusy}
              disabled={!isHydrated}
              icon={<FileUp size={16} aria-hidden />}
              className="justify-self-start"
            >
              {t("imports.upload")}
            </Button>
          </Form>
        </Card>
        <Note tone="info">{t("imports.nothing_changes_yet")}</Note>
      </div>
    </>
  );
}
