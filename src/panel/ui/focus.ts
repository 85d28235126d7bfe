/** Remembers the focus. The returned function restores it, in a text field with the caret. */
export function keepFocus(): () => void {
  const before = document.activeElement;
  const caret = isText(before) ? ([before.selectionStart, before.selectionEnd] as const) : undefined;
  return () => {
    if (!(before instanceof HTMLElement)) return;
    before.focus();
    if (caret !== undefined && isText(before)) before.setSelectionRange(...caret);
  };
}

const isText = (element: Element | null): element is HTMLInputElement | HTMLTextAreaElement =>
  element?.matches('input[type=text], input[type=search], textarea') === true;
