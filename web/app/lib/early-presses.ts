/**
 * Stands in the head of every page, as text (build-steps/page-scripts.ts): a page is read, pressed and filled in before
 * its scripts are there, and React hears of nothing that came before it. A press on what changes or opens something in
 * place, and a form that is sent to change something, are marked and happen once the page is alive, or the part of it
 * that waits for a script of its own. What was entered, and where the browser found something wrong with it, is told to
 * React then. What searches and other links do, the browser does at once.
 * @param alive the name of the event by which the page tells of itself
 * @param patienceMs how long a link or a form waits for it before the browser does alone what it can
 */
export function keepEarlyPresses(alive: string, patienceMs: number): void {
  const kept = new Map<HTMLElement, () => void>();
  const entered = new Set<HTMLElement>();
  const refused = new Set<HTMLElement>();
  let isPageAlive = false;
  let isLetThrough = false;
  const answers = (control: Element) => isLetThrough || (isPageAlive && !control.closest("[data-waiting]"));
  const letThrough = (control: HTMLElement) => {
    const happen = kept.get(control);
    kept.delete(control);
    delete control.dataset["pressed"];
    isLetThrough = true;
    happen?.();
    isLetThrough = false;
  };
  const keep = (event: Event, control: HTMLElement, happen: () => void) => {
    event.preventDefault();
    control.dataset["pressed"] = "";
    kept.set(control, happen);
    // A button does nothing without a script.
    if (!control.matches("[type=button]")) setTimeout(letThrough, patienceMs, control);
  };
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { target } = event;
    const inPlace = "button[type=button],a[aria-haspopup],a[href*='auth=']";
    // Whoever presses on while something is kept would leave it behind.
    const control = target instanceof Element && target.closest<HTMLElement>(kept.size > 0 ? `${inPlace},a` : inPlace);
    if (control && !answers(control)) keep(event, control, () => control.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.matches("[role=search],[method=dialog]") || answers(form)) return;
    // A press: React brings a part to life for one, not for what is sent.
    keep(event, submitter ?? form, () => (submitter ? submitter.click() : form.requestSubmit()));
  };
  const onInput = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || answers(target)) return;
    entered.add(target);
    refused.delete(target);
  };
  const onInvalid = ({ target }: Event) => {
    if (target instanceof HTMLElement && !answers(target)) refused.add(target);
  };
  // React hears of what differs from what it wrote or found there itself.
  const tell = (field: HTMLElement) => {
    if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
      field.checked = !field.checked;
      field.click();
      return;
    }
    if (field.matches("textarea,input:not([type=file])")) {
      const { value } = field as HTMLInputElement;
      (field as HTMLInputElement).value = "";
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    }
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const onAlive = () => {
    isPageAlive = true;
    for (const field of entered) if (answers(field) && entered.delete(field)) tell(field);
    for (const field of refused) if (answers(field) && refused.delete(field)) field.dispatchEvent(new Event("invalid"));
    for (const control of kept.keys()) if (answers(control)) letThrough(control);
  };
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
  addEventListener("input", onInput, true);
  addEventListener("invalid", onInvalid, true);
  // React brings nothing to life from within its own work.
  addEventListener(alive, () => queueMicrotask(onAlive));
}
