import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';

/** True if an address shows the same form: another storefront of the same page has its own. */
function isSamePage(url: string): boolean {
  const to = new URL(url);
  const here = new URL(location.href);
  return (
    to.pathname === here.pathname && to.searchParams.get('storefront') === here.searchParams.get('storefront')
  );
}

/**
 * Warns before unsaved changes are lost: with a dialog for another panel page or storefront, and with the browser's own
 * prompt for another site. A browser without the Navigation API only shows the prompt.
 */
export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const [target, setTarget] = useState<Pick<NavigationDestination, 'url' | 'key'> | null>(null);
  const isLeaving = useRef(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (!isDirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onNavigate = (event: NavigateEvent) => {
      const { url, key, sameDocument } = event.destination;
      if (isSamePage(url) || isLeaving.current || !sameDocument || !event.cancelable) return;
      event.preventDefault();
      setTarget({ url, key });
    };
    addEventListener('beforeunload', onUnload);
    globalThis.navigation?.addEventListener('navigate', onNavigate);
    return () => {
      removeEventListener('beforeunload', onUnload);
      globalThis.navigation?.removeEventListener('navigate', onNavigate);
    };
  }, [isDirty]);
  const leave = async () => {
    if (!target) return;
    isLeaving.current = true;
    const { pathname, search, hash } = new URL(target.url);
    if (target.key) navigation.traverseTo(target.key);
    else navigate(pathname.replace(/^\/panel/, '') + search + hash);
  };
  return (
    <ConfirmDialog
      opened={target !== null}
      close={() => setTarget(null)}
      title={t`Leave without saving?`}
      text={t`This page has unsaved changes. You'll lose them if you leave.`}
      confirmLabel={t`Leave without saving`}
      onConfirm={leave}
      isPending={false}
    />
  );
}
