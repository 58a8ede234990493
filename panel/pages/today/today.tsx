import { Page } from '../../parts/page.tsx';
import { Properties } from './properties.tsx';

/** What a host looks at first in the morning. */
export function TodayPage() {
  return (
    <Page title="Today">
      <Properties />
    </Page>
  );
}
