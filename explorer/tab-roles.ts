// GraphiQL's tabs have the role `tab` and contain buttons, which screen readers then can't reach. They become a list of
// buttons; React sets only attributes that change, so the roles stay.

/** Makes the operation tabs below an element a list of buttons, now and whenever GraphiQL changes them. */
export function makeTabsButtons(place: HTMLElement): void {
  const correct = () => {
    for (const list of place.querySelectorAll('[role="tablist"]')) list.setAttribute('role', 'list');
    for (const panel of place.querySelectorAll('[role="tabpanel"]')) panel.setAttribute('role', 'group');
    for (const tab of place.querySelectorAll('.graphiql-tab[aria-selected]')) {
      tab.setAttribute('role', 'listitem');
      const isCurrent = tab.getAttribute('aria-selected');
      tab.removeAttribute('aria-selected');
      tab.querySelector('button')?.setAttribute('aria-current', isCurrent ?? 'false');
    }
  };
  new MutationObserver(correct).observe(place, {
    childList: true,
    subtree: true,
    attributeFilter: ['aria-selected'],
  });
}
