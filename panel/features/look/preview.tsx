import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, SegmentedControl, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { frame } from '../../api/client.ts';
import classes from './look.module.css';

interface PreviewProps {
  /** Address of the page on the panel's own origin. */
  readonly source: string;
  /** The page, as people hear it. */
  readonly shows: string;
  /** Secret address of the page on the site; undefined if only the panel can show it. */
  readonly url?: string;
  /** Changes whenever the saved draft looks different. */
  readonly revision: string;
}

const WIDTHS = { desktop: 1280, phone: 390 } as const;

/** A page of the site with a draft, scaled to fit; a new version replaces the current one once it has loaded. */
export function Preview({ source: page, shows, url, revision }: PreviewProps) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop');
  const { ref, width, height } = useElementSize();
  const source = `${page}&v=${revision}`;
  const [shown, setShown] = useState(source);
  const scroll = useRef(0);
  const wide = WIDTHS[device];
  const scale = width === 0 ? 1 : Math.min(1, width / wide);

  // This document can frame the preview only if it was loaded for this page; here, the user arrived through
  // the router.
  const isForeign = frame.app !== '@preview';
  useEffect(() => {
    if (isForeign) location.reload();
  }, [isForeign]);

  const onLoad = (window: Window | null) => {
    window?.scrollTo(0, scroll.current);
    window?.addEventListener('scroll', () => {
      scroll.current = window.scrollY;
    });
    // Links would replace the preview with a page that shows the published look.
    window?.document.addEventListener('click', (event) => event.preventDefault());
    window?.document.addEventListener('submit', (event) => event.preventDefault());
    setShown(source);
  };
  const size = { width: wide, height: height / scale, transform: `scale(${scale})` };
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={t`Preview size`}
          value={device}
          onChange={(value) => setDevice(value === 'phone' ? 'phone' : 'desktop')}
          data={[
            { value: 'desktop', label: t`Desktop` },
            { value: 'phone', label: t`Phone` },
          ]}
        />
        {url && (
          <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
            <Trans>Open preview</Trans>
          </Anchor>
        )}
      </Group>
      <div className={classes.screen} ref={ref}>
        {!isForeign &&
          [...new Set([shown, source])].map((one) => (
            <iframe
              key={one}
              title={one === source ? shows : t`Home page before the last change`}
              src={one}
              sandbox="allow-same-origin"
              style={size}
              data-loading={one === shown ? undefined : true}
              aria-hidden={one !== source}
              tabIndex={one === source ? undefined : -1}
              onLoad={({ currentTarget }) => one === source && onLoad(currentTarget.contentWindow)}
            />
          ))}
      </div>
      <Text size="xs" c="dimmed">
        <Trans>The colors follow your device's light or dark mode, as they do for guests.</Trans>
      </Text>
    </section>
  );
}
