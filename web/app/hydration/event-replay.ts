/**
 * Inlined in the head of every page as source text (build-steps/inline-scripts.ts): a page can be clicked and filled in
 * before hydration, and React does not see earlier events. A click on a control that changes or opens something in
 * place, and the submission of a form that changes something, are held and replayed once the page, or the lazily
 * hydrated part around the control, is hydrated. Entered values and failed validations are dispatched to React then.
 * Search forms and other links work natively.
 * @param hydratedEvent name of the event that is dispatched after hydration
 * @param timeoutMs how long a link or a form waits for it before the browser does what it can natively
 */
export function replayEarlyEvents(hydratedEvent: string, timeoutMs: number): void {
  const heldActions = new Map<HTMLElement, () => void>();
  const changedFields = new Set<HTMLElement>();
  const invalidFields = new Set<HTMLElement>();
  let isPageHydrated = false;
  let isReplaying = false;
  const isInteractive = (control: Element) =>
    isReplaying || (isPageHydrated && !control.closest("[data-not-hydrated]"));
  const replayAction = (control: HTMLElement) => {
    const action = heldActions.get(control);
    heldActions.delete(control);
    delete control.dataset["replayPending"];
    isReplaying = true;
    action?.();
    isReplaying = false;
  };
  const holdEvent = (event: Event, control: HTMLElement, action: () => void) => {
    event.preventDefault();
    control.dataset["replayPending"] = "";
    heldActions.set(control, action);
    // A button does nothing without a script.
    if (!control.matches("[type=button]")) setTimeout(replayAction, timeoutMs, control);
  };
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const { target } = event;
    const heldSelector = "button[type=button],a[aria-haspopup],a[href*='auth=']";
    // While an event is held, following any link would lose it.
    const control =
      target instanceof Element &&
      target.closest<HTMLElement>(heldActions.size > 0 ? `${heldSelector},a` : heldSelector);
    if (control && !isInteractive(control)) holdEvent(event, control, () => control.click());
  };
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.matches("[role=search],[method=dialog]") || isInteractive(form))
      return;
    // Replayed as a click: React hydrates a boundary for a click, but not for a submit event.
    holdEvent(event, submitter ?? form, () => (submitter ? submitter.click() : form.requestSubmit()));
  };
  const onInput = ({ target }: Event) => {
    if (!(target instanceof HTMLElement) || isInteractive(target)) return;
    changedFields.add(target);
    invalidFields.delete(target);
  };
  const onInvalid = ({ target }: Event) => {
    if (target instanceof HTMLElement && !isInteractive(target)) invalidFields.add(target);
  };
  // React only reports values that differ from what it rendered or found itself.
  const replayInput = (field: HTMLElement) => {
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
  const onHydrated = () => {
    isPageHydrated = true;
    for (const field of changedFields) if (isInteractive(field) && changedFields.delete(field)) replayInput(field);
    for (const field of invalidFields)
      if (isInteractive(field) && invalidFields.delete(field)) field.dispatchEvent(new Event("invalid"));
    for (const control of heldActions.keys()) if (isInteractive(control)) replayAction(control);
  };
  addEventListener("click", onClick, true);
  addEventListener("submit", onSubmit, true);
  addEventListener("input", onInput, true);
  addEventListener("invalid", onInvalid, true);
  // Wait for the microtask: React hydrates nothing from within its own work.
  addEventListener(hydratedEvent, () => queueMicrotask(onHydrated));
}
