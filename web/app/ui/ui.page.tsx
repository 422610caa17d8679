import { Heart, Inbox, Package, Truck } from "lucide-react";
import { useState, type ReactNode } from "react";
import drawing from "../icons/heart-full.svg?url";
import { Badge, Counter, type BadgeTone } from "./badge.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { Button, type ButtonLook } from "./button.tsx";
import { Checkbox } from "./checkbox.tsx";
import { ChipCount, chipClass } from "./chip.tsx";
import { Dialog, DialogHead } from "./dialog.tsx";
import { Empty } from "./empty.tsx";
import { Exchange } from "./exchange.tsx";
import { Field, TextArea } from "./field.tsx";
import { IconButton } from "./icon-button.tsx";
import { Note } from "./note.tsx";
import { Pagination } from "./pagination.tsx";
import { Picture } from "./picture.tsx";
import { Popover } from "./popover.tsx";
import { Price } from "./price.tsx";
import { RadioCard } from "./radio-card.tsx";
import { RatingField } from "./rating-field.tsx";
import { Segment } from "./segment.tsx";
import { Select } from "./select.tsx";
import { Skeleton } from "./skeleton.tsx";
import { Stars } from "./stars.tsx";
import { Stepper } from "./stepper.tsx";
import { say } from "./toast.tsx";

const kinds: NonNullable<ButtonLook["kind"]>[] = ["primary", "outline", "quiet", "ghost", "danger", "light"];
const tones: BadgeTone[] = ["wait", "way", "done", "off", "bad"];
const shapes = ["modal", "drawer", "sheet"] as const;
const wrong = ["Something is wrong here"];
const stars = [1, 2, 3, 4, 5].map((count) => `${count} of 5`);

/** Every component of this folder in all its states, for whoever works on them: in development alone (routes.ts). */
export default function UiPage() {
  return (
    <div className="mx-auto max-w-page space-y-10 px-4 pt-8">
      <title>Components</title>
      <h1 className="text-4xl">Components</h1>
      <Buttons />
      <Fields />
      <Choices />
      <Marks />
      <Places />
      <Messages />
      <Overlays />
    </div>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2 className="mb-4 border-b border-line pb-2 text-2xl">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <Part name="Buttons">
      {kinds.map((kind) => (
        <div key={kind} className={`flex flex-wrap gap-3 rounded-md p-3 ${kind === "light" ? "bg-band" : ""}`}>
          <Button kind={kind}>{kind}</Button>
          <Button kind={kind} icon={<Heart size={18} aria-hidden />}>
            With an icon
          </Button>
          <Button kind={kind} busy>
            Busy
          </Button>
          <Button kind={kind} disabled>
            Disabled
          </Button>
        </div>
      ))}
      <Button size="sm">Small</Button>
      <Button size="lg">Large</Button>
      <IconButton label="Plain" icon={<Heart size={22} aria-hidden />} />
      <IconButton label="Counted" icon={<Heart size={22} aria-hidden />} count={7} />
    </Part>
  );
}

function Fields() {
  return (
    <Part name="Fields">
      <Field id="plain" label="Plain" className="w-72" />
      <Field id="required" label="Required" required hint="A hint stands below" className="w-72" />
      <Field id="wrong" label="Wrong" defaultValue="ann@" errors={wrong} className="w-72" />
      <Field id="disabled" label="Disabled" disabled defaultValue="Not now" className="w-72" />
      <TextArea id="long" label="Long text" rows={3} className="w-72" />
      <TextArea id="long-wrong" label="Long and wrong" rows={3} errors={wrong} className="w-72" />
      <Select id="select" label="Select" className="w-72">
        <option>First</option>
        <option>Second</option>
      </Select>
      <Select id="select-wrong" label="Select, wrong" errors={wrong} className="w-72">
        <option>First</option>
      </Select>
    </Part>
  );
}

function Choices() {
  const [qty, setQty] = useState(1);
  const labels = { group: "Quantity", less: "Less", more: "More" };
  return (
    <Part name="Choices">
      <div className="space-y-2">
        <Checkbox id="off">Unticked</Checkbox>
        <Checkbox id="on" defaultChecked>
          Ticked
        </Checkbox>
        <Checkbox id="refused" errors={wrong}>
          Wrong
        </Checkbox>
      </div>
      <div className="w-80 space-y-3">
        <RadioCard name="card" title="Chosen" text="With words below" aside="499 ₽" defaultChecked />
        <RadioCard name="card" title="Another" text="With words below" aside="0 ₽" />
        <RadioCard name="card" title="Not on offer" disabled />
      </div>
      <RatingField name="given" legend="Given" names={stars} value={4} errors={undefined} />
      <RatingField name="missing" legend="Missing" names={stars} value={null} errors={wrong} />
      <Exchange>
        {qty > 0 ? (
          <Stepper value={qty} max={5} onChange={setQty} labels={labels} />
        ) : (
          <Button onClick={() => setQty(1)}>Becomes a stepper</Button>
        )}
      </Exchange>
      <Stepper value={5} max={5} onChange={setQty} labels={labels} />
      <Stepper value={2} max={5} busy onChange={setQty} labels={labels} />
      <button type="button" className={chipClass()}>
        Chip <ChipCount>12</ChipCount>
      </button>
      <button type="button" aria-pressed className={chipClass(true)}>
        Chosen chip
      </button>
    </Part>
  );
}

function Marks() {
  return (
    <Part name="Marks">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone} icon={<Truck size={14} aria-hidden />}>
          {tone}
        </Badge>
      ))}
      <Counter value={1} />
      <Counter value={99} />
      <Counter value={100} />
      <Stars value={4.5} />
      <Stars value={0} size={20} />
      <Picture
        image={{ src: drawing, srcset: "", srcset_avif: "", width: 24, height: 24 }}
        sizes="48px"
        className="size-12 rounded-xs bg-mist"
      />
      <Price now="1 290 ₽" wasLabel="Old price" />
      <Price now="990 ₽" was="1 290 ₽" wasLabel="Old price" />
    </Part>
  );
}

function Places() {
  const [page, setPage] = useState(4);
  const crumbs = ["Home", "Face care", "Lotions"].map((name) => ({ name, href: `#${name}` }));
  const segments = ["All", "Active", "Completed"].map((name, at) => ({
    name,
    href: `#${name}`,
    count: at * 3,
    current: at === 0,
  }));
  return (
    <Part name="Places">
      <Breadcrumbs label="You are here" items={crumbs} />
      <Segment label="Orders" items={segments} />
      <div
        onClickCapture={(event) => {
          event.preventDefault();
          const asked = Number((event.target as Element).closest("a")?.hash.slice(1));
          if (asked) setPage(asked);
        }}
        role="presentation"
      >
        <Pagination page={page} pages={54} href={(at) => `#${at}`} label="Pages" previous="Previous" next="Next" />
      </div>
    </Part>
  );
}

function Messages() {
  return (
    <Part name="Messages">
      {(["info", "ok", "warn", "error"] as const).map((kind) => (
        <Note key={kind} kind={kind} className="w-80">
          A note of the kind “{kind}”, long enough to need a second line.
        </Note>
      ))}
      <div className="w-80">
        <Skeleton rows={3} />
      </div>
      <Empty
        icon={<Inbox size={26} strokeWidth={1.5} aria-hidden />}
        title="Nothing here"
        action={<Button kind="outline">One way on</Button>}
      >
        One sentence that says what will stand here.
      </Empty>
      <Button kind="quiet" onClick={() => say("Done, and read aloud")}>
        Say something
      </Button>
      <Button kind="quiet" onClick={() => say("That did not work", "error")}>
        Say what failed
      </Button>
    </Part>
  );
}

function Overlays() {
  const [open, setOpen] = useState<(typeof shapes)[number] | null>(null);
  const close = () => setOpen(null);
  return (
    <Part name="Overlays">
      {shapes.map((shape) => (
        <div key={shape}>
          <Button kind="outline" onClick={() => setOpen(shape)}>
            Open a {shape}
          </Button>
          <Dialog open={open === shape} onClose={close} shape={shape} labelledBy={`${shape}-title`}>
            <DialogHead id={`${shape}-title`} title={shape} closeLabel="Close" onClose={close} />
            <p className="p-6">Escape and a click beside it close it.</p>
          </Dialog>
        </div>
      ))}
      <Popover
        className="w-64 p-5"
        trigger={(props) => (
          <button type="button" {...props} className={chipClass()}>
            <Package size={16} aria-hidden /> Open a popover
          </button>
        )}
      >
        {(shut) => (
          <Button size="sm" onClick={shut}>
            Close it
          </Button>
        )}
      </Popover>
    </Part>
  );
}
