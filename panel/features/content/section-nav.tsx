import { t } from '@lingui/core/macro';
import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCircleDashed, IconPencil } from '@tabler/icons-react';
import classes from './content.module.css';

/** A section's state. */
export interface SectionState {
  readonly id: string;
  readonly title: string;
  readonly missing: string | null;
  readonly isWrong: boolean;
  readonly isChanged: boolean;
}

interface SectionNavProps {
  readonly label: string;
  readonly sections: readonly SectionState[];
}

/** Links to a page's sections, each with its errors, changes or gaps. */
export function SectionNav({ label, sections }: SectionNavProps) {
  return (
    <nav className={classes.nav} aria-label={label}>
      <ul>
        {sections.map((section) => (
          <li key={section.id}>
            <a href={`#${section.id}`}>
              {section.title}
              <Mark section={section} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Mark({ section: { isWrong, isChanged, missing } }: { readonly section: SectionState }) {
  if (isWrong) return <Sign icon={IconAlertCircle} word={t`to correct`} tone="wrong" />;
  if (isChanged) return <Sign icon={IconPencil} word={t`changed`} tone="changed" />;
  if (missing !== null) return <Sign icon={IconCircleDashed} word={t`missing`} tone="missing" />;
  return null;
}

interface SignProps {
  readonly icon: typeof IconPencil;
  readonly word: string;
  readonly tone: string;
}

function Sign({ icon: Icon, word, tone }: SignProps) {
  return (
    <span className={classes.sign} data-tone={tone}>
      <Icon size={15} aria-hidden />
      <VisuallyHidden>, {word}</VisuallyHidden>
    </span>
  );
}
