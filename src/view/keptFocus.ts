/** The focus outlives the element that had it: where that vanishes or is disabled, whoever works by keyboard goes on nearby, not from the top of the page. */

/** `home` says where to go on: `lost` had the focus, `left` is the nearest of what it stood in that is still there. */
export function keepFocus(view: HTMLElement, home: (lost: Element, left: Element) => HTMLElement | null | undefined): void {
  let last: Element | undefined;
  /** What it stands in, from the inside out: of what is removed that cannot be told any more. */
  let around: Element[] = [];
  const gone = (element: Element) => !element.isConnected || element.matches(':disabled');
  const check = () => {
    if (!last || !gone(last) || !document.hasFocus()) return;
    const { activeElement } = document;
    // Taken by another meanwhile, which knew better.
    if (activeElement && activeElement !== document.body && activeElement !== last) return;
    const left = around.find((element) => element.isConnected) ?? view;
    home(last, left)?.focus({ preventScroll: true });
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !view.contains(target)) return;
    last = target;
    around = [];
    for (let above = target.parentElement; above; above = above.parentElement) around.push(above);
  });
  document.addEventListener('focusout', ({ relatedTarget }) => {
    // Some browsers tell this of what is about to be removed as well: a moment later it is known whether the human has left it.
    if (!relatedTarget)
      queueMicrotask(() => {
        if (last && !gone(last) && document.hasFocus() && document.activeElement === document.body) last = undefined;
      });
  });
  // The view that takes the focus in an update has it by the next frame.
  new MutationObserver(() => {
    if (last && gone(last)) requestAnimationFrame(check);
  }).observe(view, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  window.addEventListener('focus', check);
}
