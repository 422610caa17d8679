import { MessageSquareReply, Plus } from "lucide-react";
import { Link } from "react-router";
import type { ReplyTemplate } from "@furoshiki/api/admin/reviews/replies";
import { useI18n } from "../i18n/use-i18n.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { ReplyDialog, type ReplyResult } from "./reply-dialog.tsx";
import { replyKinds } from "./reply-kinds.ts";

type RepliesViewProps = {
  templates: readonly ReplyTemplate[];
  /** The saved reply that is edited; `new` for a new one, null if none is open. */
  edited: ReplyTemplate | "new" | null;
  result: ReplyResult | undefined;
};

/** The saved replies by kind. One can be open in a dialog. */
export function RepliesView({ templates, edited, result }: RepliesViewProps) {
  const { t } = useI18n();
  const addLink = (
    <Link to="?edit=new" preventScrollReset className={buttonClass({ kind: "primary", size: "md" })}>
      <Plus size={16} aria-hidden />
      {t("replies.add")}
    </Link>
  );
  return (
    <>
      <PageHeader
        title={t("replies.title")}
        breadcrumbs={[{ name: t("reviews.title"), path: "/reviews" }]}
        subtitle={t("replies.subtitle")}
        actions={addLink}
      />
      <div className="grid gap-4 px-4 pt-3 pb-24 desk:px-6 desk:pt-4 desk:pb-6">
        {templates.length === 0 ? (
          <EmptyState icon={<MessageSquareReply size={26} strokeWidth={1.5} aria-hidden />} title={t("replies.none")}>
            {t("replies.none_text")}
          </EmptyState>
        ) : (
          replyKinds.map((kind) => {
            const ofKind = templates.filter((template) => template.kind === kind);
            return ofKind.length === 0 ? null : (
              <Card key={kind} title={t(`replies.kind_${kind}`)} note={t(`replies.kind_${kind}_note`)} isFlush>
                <ReplyRows templates={ofKind} />
              </Card>
            );
          })
        )}
      </div>
      {edited === null ? null : (
        <ReplyDialog
          key={edited === "new" ? "new" : edited.id}
          template={edited === "new" ? null : edited}
          result={result}
        />
      )}
    </>
  );
}

function ReplyRows({ templates }: { templates: readonly ReplyTemplate[] }) {
  const { t } = useI18n();
  return (
    <ul>
      {templates.map(({ id, title, body, locale }) => (
        <li
          key={id}
          className="relative grid gap-x-4 gap-y-0.5 border-t border-hair px-4 py-2.5 first:border-t-0 hover:bg-hover desk:grid-cols-[14rem_minmax(0,1fr)_6rem]"
        >
          <Link
            to={`?edit=${id}`}
            preventScrollReset
            lang={locale}
            className="font-medium wrap-anywhere after:absolute after:inset-0 hover:underline"
          >
            {title}
          </Link>
          <span lang={locale} className="line-clamp-2 wrap-anywhere text-ink-2">
            {body}
          </span>
          <span className="text-xs text-ink-3 desk:text-right">{t(`replies.locale_${locale}`)}</span>
        </li>
      ))}
    </ul>
  );
}
