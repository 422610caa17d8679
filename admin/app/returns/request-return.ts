/** Returns the body that records a return, from the form of its dialog. Lines without pieces are left out. */
export function createRequestBody(form: FormData): object {
  const kind = form.get("kind");
  const lines = form.getAll("line").flatMap((value) => {
    const line = Number(value);
    const quantity = Number(form.get(`quantity-${line}`) ?? 0);
    const option = kind === "exchange" ? form.get(`option-${line}`) : null;
    if (quantity === 0) return [];
    return [{ line, quantity, ...(option === null ? {} : { replacement_option_id: Number(option) }) }];
  });
  return { kind, reason: form.get("reason"), comment: form.get("comment") ?? "", lines };
}
