import { Check, Copy, Printer } from "lucide-react";
import { useState } from "react";
import { Form } from "react-router";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";

/** Recovery codes to copy or print, shown only once. The person confirms that they are saved. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useI18n();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join("\n"));
    setIsCopied(true);
  };
  return (
    <>
      <ol className="grid gap-y-1.5 rounded-md border border-edge bg-card p-4 whitespace-nowrap">
        {codes.map((code) => (
          <li key={code}>
            <code className="code">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 scriptless:hidden print:hidden">
        <Button
          size="md"
          icon={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t(isCopied ? "recovery_codes.copied" : "recovery_codes.copy")}
        </Button>
        <Button size="md" icon={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
          {t("recovery_codes.print")}
        </Button>
      </div>
      <Form action="/" reloadDocument className="grid gap-5 print:hidden">
        <label className="flex min-h-6 cursor-pointer items-center gap-2.5">
          <input type="checkbox" required className="checkbox" />
          {t("recovery_codes.saved")}
        </label>
        <Button type="submit" kind="primary" size="lg" className="w-full">
          {t("recovery_codes.continue")}
        </Button>
      </Form>
    </>
  );
}
