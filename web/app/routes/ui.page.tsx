import { Heart, Inbox, Package, Truck } from "lucide-react";
import { useState, type ReactNode } from "react";
import sampleImage from "../icons/heart-full.svg?url";
import { Badge, Counter, type BadgeTone } from "@furoshiki/design-system/ui/badge.tsx";
import { Breadcrumbs } from "@furoshiki/design-system/ui/breadcrumbs.tsx";
import { Button, type ButtonStyle } from "@furoshiki/design-system/ui/button.tsx";
import { Checkbox } from "@furoshiki/design-system/ui/checkbox.tsx";
import { ChipCount, chipClass } from "@furoshiki/design-system/ui/chip.tsx";
import { Dialog, DialogHead } from "@furoshiki/design-system/ui/dialog.tsx";
import { EmptyState } from "@furoshiki/design-system/ui/empty-state.tsx";
import { FocusSwap } from "@furoshiki/design-system/ui/focus-swap.tsx";
import { Field, TextArea } from "@furoshiki/design-system/ui/field.tsx";
import { IconButton } from "@furoshiki/design-system/ui/icon-button.tsx";
import { Alert } from "@furoshiki/design-system/ui/alert.tsx";
import { Pagination } from "@furoshiki/design-system/ui/pagination.tsx";
import { Picture } from "@furoshiki/design-system/ui/picture.tsx";
import { Popover } from "@furoshiki/design-system/ui/popover.tsx";
import { Price } from "@furoshiki/design-system/ui/price.tsx";
import { RadioCard } from "@furoshiki/design-system/ui/radio-card.tsx";
import { RatingField } from "@furoshiki/design-system/ui/rating-field.tsx";
import { RulesTable } from "@furoshiki/design-system/ui/rules-table.tsx";
import { SegmentedControl } from "@furoshiki/design-system/ui/segmented-control.tsx";
import { Select } from "@furoshiki/design-system/ui/select.tsx";
import { Skeleton } from "@furoshiki/design-system/ui/skeleton.tsx";
import { Stars } from "@furoshiki/design-system/ui/stars.tsx";
import { Stepper } from "@furoshiki/design-system/ui/stepper.tsx";
import { showToast } from "@furoshiki/design-system/ui/toast.tsx";

const kinds: NonNullable<ButtonStyle["kind"]>[] = ["primary", "outline", "muted", "ghost", "danger", "light"];
const tones: BadgeTone[] = ["warning", "info", "success", "neutral", "danger"];
const shapes = ["modal", "drawer", "sheet"] as const;
const errors = ["Something is wrong here"];
const starLabels = [1, 2, 3, 4, 5].map((count) => `${count} of 5`);

/** Shows every UI component in all its states; available in development only (routes.ts). */
export default function UiPage() {
  return (
    <div className="mx-auto max-w-page space-y-10 px-4 pt-8">
      <title>Components</title>
      <h1 className="text-4xl">Components</h1>
      <Buttons />
      <Fields />
      <Choices />
      <Indicators />
      <NavigationExamples />
      <Messages />
      <Overlays />
    </div>
  );
}

function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name}>
      <h2 className="mb-4 border-b border-line pb-2 text-2xl">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <Example name="Buttons">
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
      <IconButton label="With a counter" icon={<Heart size={22} aria-hidden />} count={7} />
    </Example>
  );
}

function Fields() {
  return (
    <Example name="Fields">
      <Field id="plain" label="Plain" className="w-72" />
      <Field id="required" label="Required" required hint="A hint below the field" className="w-72" />
      <Field id="wrong" label="Invalid" defaultValue="ann@" errors={errors} className="w-72" />
      <Field id="disabled" label="Disabled" disabled defaultValue="Cannot be changed" className="w-72" />
      <TextArea id="long" label="Long text" rows={3} className="w-72" />
      <TextArea id="long-wrong" label="Long text, invalid" rows={3} errors={errors} className="w-72" />
      <Select id="select" label="Select" className="w-72">
        <option>First</option>
        <option>Second</option>
      </Select>
      <Select id="select-wrong" label="Select, invalid" errors={errors} className="w-72">
        <option>First</option>
      </Select>
    </Example>
  );
}

function Choices() {
  const [qty, setQty] = useState(1);
  const labels = { group: "Quantity", less: "Less", more: "More" };
  return (
    <Example name="Choices">
      <div className="space-y-2">
        <Checkbox id="off">Not checked</Checkbox>
        <Checkbox id="on" defaultChecked>
          Checked
        </Checkbox>
        <Checkbox id="refused" errors={errors}>
          Invalid
        </Checkbox>
      </div>
      <div className="w-80 space-y-3">
        <RadioCard name="card" title="Selected" text="With a second line" trailing="499 ₽" defaultChecked />
        <RadioCard name="card" title="Not selected" text="With a second line" trailing="0 ₽" />
        <RadioCard name="card" title="Disabled" disabled />
      </div>
      <RatingField name="given" legend="With a rating" starLabels={starLabels} value={4} errors={undefined} />
      <RatingField
        name="missing"
        legend="Without a rating, invalid"
        starLabels={starLabels}
        value={null}
        errors={errors}
      />
      <FocusSwap>
        {qty > 0 ? (
          <Stepper value={qty} max={5} onChange={setQty} labels={labels} />
        ) : (
          <Button onClick={() => setQty(1)}>Becomes a stepper</Button>
        )}
      </FocusSwap>
      <Stepper value={5} max={5} onChange={setQty} labels={labels} />
      <Stepper value={2} max={5} busy onChange={setQty} labels={labels} />
      <button type="button" className={chipClass()}>
        Chip <ChipCount>12</ChipCount>
      </button>
      <button type="button" aria-pressed className={chipClass(true)}>
        Selected chip
      </button>
    </Example>
  );
}

function Indicators() {
  return (
    <Example name="Indicators">
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
        image={{ src: sampleImage, srcset: "", srcset_avif: "", width: 24, height: 24 }}
        sizes="48px"
        className="size-12 rounded-xs bg-mist"
      />
      <Price currentPrice="1 290 ₽" referencePriceLabel="Old price" />
      <Price currentPrice="990 ₽" referencePrice="1 290 ₽" referencePriceLabel="Old price" />
    </Example>
  );
}

function NavigationExamples() {
  const [page, setPage] = useState(4);
  const crumbs = ["Home", "Face care", "Lotions"].map((name) => ({ name, href: `#${name}` }));
  const segments = ["All", "Active", "Completed"].map((name, index) => ({
    name,
    href: `#${name}`,
    count: index * 3,
    current: index === 0,
  }));
  return (
    <Example name="Navigation">
      <Breadcrumbs label="Breadcrumbs" items={crumbs} />
      <SegmentedControl label="Orders" items={segments} />
      <div
        onClickCapture={(event) => {
          event.preventDefault();
          const requestedPage = Number((event.target as Element).closest("a")?.hash.slice(1));
          if (requestedPage) setPage(requestedPage);
        }}
        role="presentation"
      >
        <Pagination
          page={page}
          pages={54}
          getHref={(pageNumber) => `#${pageNumber}`}
          label="Pages"
          previous="Previous"
          next="Next"
        />
      </div>
    </Example>
  );
}

function Messages() {
  return (
    <Example name="Messages">
      {(["info", "ok", "warn", "error"] as const).map((kind) => (
        <Alert key={kind} kind={kind} className="w-80">
          An alert of the kind “{kind}”, long enough to need a second line.
        </Alert>
      ))}
      <div className="w-80">
        <Skeleton rows={3} />
      </div>
      <div className="prose w-80">
        <RulesTable title="A table within a text" columns={["Country", "Limit"]}>
          <tr>
            <th scope="row">Russia</th>
            <td>200 EUR</td>
          </tr>
        </RulesTable>
      </div>
      <EmptyState
        icon={<Inbox size={26} strokeWidth={1.5} aria-hidden />}
        title="Nothing here"
        action={<Button kind="outline">An action</Button>}
      >
        A sentence that says what the page shows if it is not empty.
      </EmptyState>
      <Button kind="muted" onClick={() => showToast("A message that screen readers announce")}>
        Show a toast
      </Button>
      <Button kind="muted" onClick={() => showToast("That did not work", "error")}>
        Show an error toast
      </Button>
    </Example>
  );
}

function Overlays() {
  const [open, setOpen] = useState<(typeof shapes)[number] | null>(null);
  const close = () => setOpen(null);
  return (
    <Example name="Overlays">
      {shapes.map((shape) => (
        <div key={shape}>
          <Button kind="outline" onClick={() => setOpen(shape)}>
            Open a {shape}
          </Button>
          <Dialog open={open === shape} onClose={close} shape={shape} labelledBy={`${shape}-title`}>
            <DialogHead id={`${shape}-title`} title={shape} closeLabel="Close" onClose={close} />
            <p className="p-6">Escape or a click outside closes it.</p>
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
        {(closePopover) => (
          <Button size="sm" onClick={closePopover}>
            Close
          </Button>
        )}
      </Popover>
    </Example>
  );
}
