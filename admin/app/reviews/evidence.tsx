import { AtSign, BadgeCheck, House, MessageSquareX, Pill, Users, type LucideIcon } from "lucide-react";
import { Link } from "react-router";
import { useI18n, type I18n } from "../i18n/use-i18n.tsx";
import { formatShortDay } from "../i18n/short-dates.ts";
import { Badge, type BadgeTone } from "../ui/badge.tsx";
import type { ModeratedItem } from "./moderation.ts";

type Evidence = { key: string; tone: BadgeTone; Icon: LucideIcon; text: string; path: string | null };

/** What helps to decide about a review or question, as badges. */
export function EvidenceBadges({ item, now }: { item: ModeratedItem; now: string }) {
  const i18n = useI18n();
  return (
    <ul aria-label={i18n.t("reviews.evidence")} className="flex flex-wrap gap-2">
      {listEvidence(i18n, item, now).map(({ key, tone, Icon, text, path }) => {
        const badge = (
          <Badge tone={tone} icon={<Icon size={14} aria-hidden />}>
            {text}
          </Badge>
        );
        return (
          <li key={key} className="flex">
            {path === null ? (
              badge
            ) : (
              <Link to={path} className="link">
                {badge}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function listEvidence(i18n: I18n, item: ModeratedItem, now: string): Evidence[] {
  const { t } = i18n;
  const { earlier, other_accounts: otherAccounts } = item;
  const evidence: Evidence[] = [describePurchase(i18n, item, now)];
  if (item.contact_data.length > 0)
    evidence.push({ key: "contact", tone: "error", Icon: AtSign, text: t("reviews.has_contacts"), path: null });
  if (item.medical_claims.length > 0)
    evidence.push({ key: "claim", tone: "warn", Icon: Pill, text: t("reviews.has_claims"), path: null });
  evidence.push(
    otherAccounts === 0
      ? { key: "address", tone: "neutral", Icon: House, text: t("reviews.one_account"), path: null }
      : {
          ...{ key: "address", tone: "warn", Icon: Users, path: null },
          text: t("reviews.other_accounts", { count: otherAccounts }),
        },
  );
  if (earlier.rejected > 0)
    evidence.push({
      ...{ key: "rejected", tone: "warn", Icon: MessageSquareX, path: null },
      text: t("reviews.rejected_before", { count: earlier.rejected }),
    });
  return evidence;
}

function describePurchase({ t, locale }: I18n, { purchase }: ModeratedItem, now: string): Evidence {
  if (purchase === null)
    return { key: "purchase", tone: "neutral", Icon: BadgeCheck, text: t("reviews.not_purchased"), path: null };
  const { status, delivered_at: deliveredAt, order_id: orderId } = purchase;
  const day = deliveredAt && formatShortDay(deliveredAt, locale, now);
  return {
    ...{ key: "purchase", tone: status === "returned" ? "warn" : "ok", Icon: BadgeCheck },
    text:
      status === "returned"
        ? t("reviews.returned")
        : day
          ? t("reviews.delivered", { day })
          : t("reviews.not_delivered"),
    path: orderId === null ? null : `/orders/${orderId}`,
  };
}
