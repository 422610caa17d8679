import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { ahead } from "../lib/ahead.ts";
import { useKnown } from "../lib/known.ts";
import { usePath, useShop } from "../lib/shop.tsx";
import { buttonClass } from "../ui/button.tsx";

type Sent = { onSent: (message: string | null) => void };

/**
 * A link to the page of a form that, once there are scripts, opens the form where it stands. A guest is asked to
 * sign in, and stays.
 */
export function FormDoor<P extends object>({
  to: path,
  form: Form,
  load,
  props,
  children,
}: {
  /** Of the form's own page. */
  to: string;
  form: ComponentType<P & Sent>;
  load: () => Promise<unknown>;
  props: P;
  children: ReactNode;
}) {
  const { to } = useShop();
  const here = usePath();
  const isGuest = !useKnown()?.user;
  const [open, setOpen] = useState(false);
  const [told, setTold] = useState<string | null>(null);
  if (told !== null && !open)
    return (
      <p role="status" tabIndex={-1} ref={(note) => note?.focus()} className="text-sm text-tokiwa-700 outline-none">
        {told}
      </p>
    );
  if (open)
    return (
      <Suspense>
        <Form
          {...props}
          onSent={(message) => {
            setTold(message ?? "");
            setOpen(false);
          }}
        />
      </Suspense>
    );
  return (
    <a
      href={to(isGuest ? `${here}${here.includes("?") ? "&" : "?"}auth=1` : path)}
      data-keep-scroll=""
      rel="nofollow"
      {...(isGuest
        ? {}
        : {
            ...ahead(load),
            onClick: (event: { preventDefault: () => void }) => {
              event.preventDefault();
              setOpen(true);
            },
          })}
      className={buttonClass({ kind: "outline", className: "mt-4 w-full" })}
    >
      {children}
    </a>
  );
}

const loadReviewForm = () => import("./review-form.tsx");
const loadQuestionForm = () => import("./question-form.tsx");
const ReviewForm = lazy(async () => ({ default: (await loadReviewForm()).ReviewForm }));
const QuestionForm = lazy(async () => ({ default: (await loadQuestionForm()).QuestionForm }));

export const reviewDoor = { form: ReviewForm, load: loadReviewForm };
export const questionDoor = { form: QuestionForm, load: loadQuestionForm };
