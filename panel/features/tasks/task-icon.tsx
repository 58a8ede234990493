import {
  IconBasket,
  IconBattery,
  IconBed,
  IconBox,
  IconCamera,
  IconCar,
  IconClipboard,
  IconDroplet,
  IconFlame,
  IconGift,
  IconKey,
  IconLeaf,
  IconLock,
  IconPackage,
  IconSparkles,
  IconTool,
  IconTruck,
  IconWash,
  IconWifi,
} from '@tabler/icons-react';

/** Task type icons, by their names in app.toml. */
const ICONS: Readonly<Record<string, typeof IconBox>> = {
  basket: IconBasket,
  battery: IconBattery,
  bed: IconBed,
  box: IconBox,
  camera: IconCamera,
  car: IconCar,
  clipboard: IconClipboard,
  droplet: IconDroplet,
  flame: IconFlame,
  gift: IconGift,
  key: IconKey,
  leaf: IconLeaf,
  lock: IconLock,
  package: IconPackage,
  sparkles: IconSparkles,
  tool: IconTool,
  truck: IconTruck,
  wash: IconWash,
  wifi: IconWifi,
};

/** A task type's icon; hidden if it has no icon. */
export function TaskIcon({ name }: { readonly name: string | null }) {
  const Icon = name === null ? undefined : ICONS[name];
  return Icon ? <Icon size={16} aria-hidden /> : null;
}
