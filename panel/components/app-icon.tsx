import classes from './components.module.css';

interface AppIconProps {
  readonly name: string;
  /** Digest of the icon's file; null if the app has no icon, and its first letter is shown. */
  readonly sha256: string | null | undefined;
  /** In pixels. */
  readonly size: number;
}

/** An app's icon, shown next to a name that screen readers read. */
export function AppIcon({ name, sha256, size }: AppIconProps) {
  return (
    <span
      className={classes.appIcon}
      style={{ width: size, height: size, fontSize: size * 0.45 }}
      aria-hidden
    >
      {sha256 ? (
        <img src={`/media/apps/${sha256}/${size > 64 ? 512 : 128}`} alt="" width={size} height={size} />
      ) : (
        name.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}
