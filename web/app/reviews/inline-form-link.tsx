import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "../navigation/link.tsx";
import { getSignInUrl } from "../navigation/sign-in-url.ts";
import { prefetchOnIntent } from "../navigation/prefetch-on-intent.ts";
import { useRootData } from "../store-config/root-data.ts";
import { usePathWithoutLocale } from "../i18n/use-i18n.tsx";
import { buttonClass } from "@furoshiki/design-system/ui/button.tsx";

type FormCallbacks = { onSent: (message: string | null) => void };

/** A link to the page of a form that, with scripts, opens the form in place. For guests it opens the sign-in dialog. */
export function InlineFormLink<P extends object>({
  to: formPath,
  form: Form,
  load,
  props,
  children,
}: {
  /** Path of the page with the form. */
  to: string;
  form: ComponentType<P & FormCallbacks>;
  /** Loads the code of the form. */
  load: () => Promise<unknown>;
  props: P;
  children: ReactNode;
}) {
  const currentPath = usePathWithoutLocale();
  const isGuest = !useRootData()?.user;
  const [isOpen, setIsOpen] = useState(false);
  const [sentMessage, setSentMessage] = useState<string | null>(null);
  if (sentMessage !== null && !isOpen)
    return (
      <p
        role="status"
        tabIndex={-1}
        ref={(message) => message?.focus()}
        className="text-sm text-tokiwa-700 outline-none"
      >
        {sentMessage}
      </p>
    );
  if (isOpen)
    return (
      <Suspense>
        <Form
          {...props}
          onSent={(message) => {
            setSentMessage(message ?? "");
            setIsOpen(false);
          }}
        />
      </Suspense>
    );
  return (
    <Link
      to={isGuest ? getSignInUrl(currentPath) : formPath}
      preventScrollReset
      rel="nofollow"
      {...(isGuest
        ? {}
        : {
            ...prefetchOnIntent(load),
            onClick: (event: { preventDefault: () => void }) => {
              event.preventDefault();
              setIsOpen(true);
            },
          })}
      className={buttonClass({ kind: "outline", className: "mt-4 w-full" })}
    >
      {children}
    </Link>
  );
}

const loadReviewForm = () => import("./review-form.tsx");
const loadQuestionForm = () => import("./question-form.tsx");
const ReviewForm = lazy(async () => ({ default: (await loadReviewForm()).ReviewForm }));
const QuestionForm = lazy(async () => ({ default: (await loadQuestionForm()).QuestionForm }));

/** Props of `InlineFormLink` for the review form. */
export const reviewFormLink = { form: ReviewForm, load: loadReviewForm };
/** Props of `InlineFormLink` for the question form. */
export const questionFormLink = { form: QuestionForm, load: loadQuestionForm };
