import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Button } from "../ui/button.tsx";

/** A link or code that is shown only once, with a button that copies it. */
export function SecretToCopy({ label, value }: { label: string; value: string }) {
  const { t } = useI18n();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setIsCopied(true);
  };
  return (
    <div className="grid gap-2 rounded-md border border-edge bg-sheet p-3">
      <p className="text-xs text-ink-2">{label}</p>
      <code className="code wrap-anywhere select-all">{value}</code>
      <div className="scriptless:hidden">
        <Button
          icon={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          {t(isCopied ? "staff.copied" : "staff.copy")}
        </Button>
      </div>
    </div>
  );
}
