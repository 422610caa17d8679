import { useSearchParams } from "react-router";
import type { FormAnswer } from "../lib/form-answer.ts";
import { useShop } from "../lib/shop.tsx";
import { Door } from "./door.tsx";
import { signInAddress, type DoorScreen } from "./sign-in-address.ts";

type DoorPageProps = { screen: DoorScreen; answer?: FormAnswer | undefined; letter?: FormAnswer | undefined };

/** The sign-in as a page of its own: the modal needs a script once something was sent. */
export function DoorPage({ screen, answer, letter }: DoorPageProps) {
  const { to } = useShop();
  const values = (answer ?? letter)?.values;
  const [params] = useSearchParams();
  const from = values?.["from"] || params.get("from");
  return (
    <div className="mx-auto mt-6 w-full max-w-[420px] bg-surface p-6 pb-8 lg:mt-14 lg:rounded-lg lg:p-9">
      <Door
        as="h1"
        id="door"
        screen={screen}
        from={from}
        hrefOf={(other) => to(signInAddress(other, from))}
        email={values?.["email"] ?? ""}
        answer={answer}
        letter={letter}
      />
    </div>
  );
}
