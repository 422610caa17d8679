import { Eye, EyeOff } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useShop } from "../lib/shop.tsx";
import { Field } from "../ui/field.tsx";
import { IconButton } from "../ui/icon-button.tsx";

/** A password that can be looked at (spec §4, Password field). Pasting and password managers work as anywhere. */
export function PasswordField(props: Omit<ComponentProps<typeof Field>, "type" | "after">) {
  const { t } = useShop();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field
      {...props}
      type={shown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconButton
          label={t(shown ? "auth.hide_password" : "auth.show_password")}
          icon={<Icon size={20} strokeWidth={1.5} aria-hidden />}
          onClick={() => setShown(!shown)}
          className="absolute! top-0.5 right-0.5 scriptless:hidden"
        />
      }
    />
  );
}
