import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useI18n } from "../i18n/use-i18n.tsx";
import { Field } from "../ui/field.tsx";

/** Password field with a button that shows the password. Pasting and password managers are not blocked. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "trailing" | "size">) {
  const { t } = useI18n();
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <Field
      {...props}
      size="lg"
      type={isVisible ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <button
          type="button"
          aria-label={t(isVisible ? "sign_in.hide_password" : "sign_in.show_password")}
          onClick={() => setIsVisible(!isVisible)}
          className="absolute top-0.5 right-0.5 grid size-10 place-items-center rounded-md text-ink-2 hover:bg-hover hover:text-ink scriptless:hidden"
        >
          <Icon size={18} strokeWidth={1.5} aria-hidden />
        </button>
      }
    />
  );
}
