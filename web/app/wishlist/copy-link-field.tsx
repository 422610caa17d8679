import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { useAccountI18n } from "../i18n/account-i18n.ts";

/** A link that can be selected, and a button that copies it. */
export function CopyLinkField({ url }: { url: string }) {
  const { t } = useAccountI18n();
  const [copiedUrl, setCopiedUrl] = useState<string | null>(null);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopiedUrl(url);
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field
        id="share-link"
        label={t("share.link")}
        value={url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-60 grow"
      />
      <Button
        kind="outline"
        onClick={() => void copy()}
        icon={<Link2 size={18} strokeWidth={1.5} aria-hidden />}
        className="h-12"
      >
        {t("share.copy")}
      </Button>
      <p role="status" className="w-full text-xs text-tokiwa-700">
        {copiedUrl === url ? t("share.copied") : null}
      </p>
    </div>
  );
}
