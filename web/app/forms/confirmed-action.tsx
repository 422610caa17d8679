import { useRef, type ComponentType } from "react";
import type { FormProps } from "react-router";
import { Button, buttonClass, type ButtonStyle } from "@furoshiki/design-system/ui/button.tsx";

type ConfirmedActionProps = {
  /** Text of the button, and its accessible name if that says more. */
  label: string;
  accessibleLabel?: string;
  size?: NonNullable<ButtonStyle["size"]>;
  question: string;
  confirmLabel: string;
  cancelLabel: string;
  /** The form that is submitted after the confirmation: `Form` of the router or of a fetcher. */
  form: ComponentType<FormProps>;
  formProps?: FormProps;
  /** Submitted as `intent`. */
  intent: string;
  busy: boolean;
  /** Classes of the panel with the question: its width. */
  panelClass: string;
};

/** A button that asks for a confirmation in a panel below it before it submits its form. */
export function ConfirmedAction({ label, accessibleLabel, size = "md", form: Form, ...props }: ConfirmedActionProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    details.current?.removeAttribute("open");
    details.current?.querySelector("summary")?.focus();
  };
  return (
    <details ref={details} className="relative">
      <summary aria-label={accessibleLabel} className={buttonClass({ kind: "ghost", size, className: "list-none" })}>
        {label}
      </summary>
      <Form
        method="post"
        {...props.formProps}
        className={`absolute top-full left-0 z-10 mt-1 rounded-lg border border-line bg-surface p-4 shadow-overlay ${props.panelClass}`}
      >
        <p className="text-sm">{props.question}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button type="submit" kind="danger" size="sm" name="intent" value={props.intent} busy={props.busy}>
            {props.confirmLabel}
          </Button>
          <Button kind="ghost" size="sm" onClick={close} className="scriptless:hidden">
            {props.cancelLabel}
          </Button>
        </div>
      </Form>
    </details>
  );
}
