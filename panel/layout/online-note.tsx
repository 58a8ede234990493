import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { useNetwork, usePrevious } from '@mantine/hooks';
import { IconWifi, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

/** How long the panel shows that it's back online. */
const BACK_MS = 6_000;

/** Notice while the browser is offline, and for some seconds after it's back online. */
export function OnlineNote() {
  const { online } = useNetwork();
  const wasOnline = usePrevious(online);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    if (wasOnline !== false || !online) return;
    setBack(true);
  }, [online, wasOnline]);
  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setBack(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" mb="lg" icon={<IconWifiOff aria-hidden />} title={t`You're offline`}>
          <Trans>
            This page shows what was loaded before. Changes can't be saved until you're back online.
          </Trans>
        </Alert>
      )}
      {online && isBack && (
        <Alert color="teal" mb="lg" icon={<IconWifi aria-hidden />} title={t`You're back online`} />
      )}
    </div>
  );
}
