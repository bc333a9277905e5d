/** A field has the focus and a text in it, or one of an open dialog has. */
export function someoneTypes(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  return [...fields].some(
    (field) =>
      !["checkbox", "radio", "range", "button", "submit"].includes(field.type) &&
      field.value !== "" &&
      (field === document.activeElement || field.closest("[role=dialog]") !== null),
  );
}
