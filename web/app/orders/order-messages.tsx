import type { OrderMessage, OrderMessages } from "@furoshiki/api/orders/messages";
import { Button } from "@furoshiki/design-system/ui/button.tsx";
import { TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { Send } from "lucide-react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { FormAlert } from "../forms/form-alert.tsx";
import { useFormErrors } from "../forms/form-errors.tsx";
import type { FormResult } from "../forms/form-result.ts";
import { useAccountI18n } from "../i18n/account-i18n.ts";
import { PhotosField } from "../reviews/photos-field.tsx";
import { useRootData } from "../store-config/root-data.ts";
import { useShopName } from "../store-config/store-info.ts";
import { ConversationMessage } from "./conversation-message.tsx";

const MAX_LENGTH = 2000;
const MAX_PHOTOS = 4;

type OrderMessagesProps = {
  messages: OrderMessages;
  /** Sent with the form, so that submitting it twice sends one message. */
  idempotencyKey: string;
  /** What the form was answered before hydration. */
  result: FormResult | undefined;
};

/** The conversation with the store about an order, and the field to write to it. */
export function OrderConversation({ messages: { items }, idempotencyKey, result }: OrderMessagesProps) {
  const { t } = useAccountI18n();
  const lastOwnId = items.findLast(({ is_own }) => is_own)?.id ?? 0;
  const [initialLastOwnId] = useState(lastOwnId);
  return (
    <section
      id="messages"
      aria-labelledby="messages-title"
      className="scroll-mt-24 rounded-md border border-line bg-surface p-5 lg:p-8 print:hidden"
    >
      <h2 id="messages-title" className="text-2xl">
        {t("order.messages")}
      </h2>
      {items.length > 0 ? (
        <ul className="mt-4 grid gap-3">
          {items.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm text-ink-2">{t("order.messages_none")}</p>
      )}
      {/* A sent message begins a new form. */}
      <MessageForm
        key={lastOwnId}
        idempotencyKey={idempotencyKey}
        result={result}
        isAfterSending={lastOwnId !== initialLastOwnId}
      />
    </section>
  );
}

function Message({ message: { is_own, text, at, photos } }: { message: OrderMessage }) {
  const { t, to } = useAccountI18n();
  const shopName = useShopName();
  return (
    <ConversationMessage author={is_own ? t("return.you") : shopName} at={at} isOwn={is_own}>
      <p className="whitespace-pre-line">{text}</p>
      <ul className="mt-2 flex flex-wrap gap-2 empty:hidden">
        {photos.map(({ id }, index) => (
          <li key={id}>
            <a href={to(`/profile/message-photos/${id}`)} target="_blank" rel="noopener">
              <img
                src={to(`/profile/message-photos/${id}`)}
                alt={t("return.photo", { number: index + 1 })}
                width={96}
                height={96}
                loading="lazy"
                className="size-24 rounded-xs bg-mist object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </ConversationMessage>
  );
}

type MessageFormProps = Omit<OrderMessagesProps, "messages"> & {
  /** Whether the form before it was sent: then the field gets the focus, which was in that form. */
  isAfterSending: boolean;
};

function MessageForm({ idempotencyKey, result, isAfterSending }: MessageFormProps) {
  const { t } = useAccountI18n();
  const fetcher = useFetcher<FormResult>();
  const formResult = fetcher.data ?? result;
  const errors = useFormErrors(formResult);
  const hours = useRootData()?.config.shop.support_hours;
  const { ref } = errors.form;
  useEffect(() => {
    if (isAfterSending) ref.current?.querySelector("textarea")?.focus();
  }, [isAfterSending, ref]);
  return (
    <fetcher.Form method="post" {...errors.form} className="mt-6 space-y-4">
      <input type="hidden" name="key" value={idempotencyKey} />
      <FormAlert result={formResult} />
      <TextArea
        id="message"
        name="text"
        label={t("order.message")}
        rows={3}
        required
        maxLength={MAX_LENGTH}
        defaultValue={formResult?.values["text"] ?? ""}
        errors={errors.getErrors("text")}
      />
      <PhotosField uploaded={[]} uploadPath="/profile/message-photos" max={MAX_PHOTOS} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" name="intent" value="message" busy={fetcher.state !== "idle"}>
          <Send size={18} strokeWidth={1.5} aria-hidden />
          {t("order.message_send")}
        </Button>
        {hours ? <p className="min-w-0 grow basis-40 text-sm text-ink-2">{hours.text}</p> : null}
      </div>
    </fetcher.Form>
  );
}
