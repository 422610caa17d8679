import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useAccountI18n } from "../../i18n/account-i18n.ts";
import { Field } from "@furoshiki/design-system/ui/field.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";

/** Password field with a button that shows the password. Pasting and password managers are not blocked. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "trailing">) {
  const { t } = useAccountI18n();
  const [isVisible, setIsVisible] = useState(false);
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={isVisible ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          label={t(isVisible ? "auth.hide_password" : "auth.show_password")}
          icon={<Icon size={20} strokeWidth={1.5} aria-hidden />}
          onClick={() => setIsVisible(!isVisible)}
          className="absolute! top-0.5 right-0.5 scriptless:hidden"
        />
      }
    />
  );
}
