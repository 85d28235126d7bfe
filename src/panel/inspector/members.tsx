import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Json } from '../../client/index.js';
import { isAllowed } from '../host/access-level.js';
import { mayWrite } from '../host/rights.js';
import {
  type Condition,
  type FunctionDescriptor,
  type Layout,
  labelOf,
  type Property,
  type Section,
} from '../host/types.js';
import { textOf } from '../host/values.js';
import { Button } from '../ui/button.js';
import { ErrorBoundary } from '../ui/error-boundary.js';
import { Icon } from '../ui/icon.js';
import { truncate } from '../ui/truncate.js';
import type { Binding } from './binding.js';
import type { MembersProps } from './drawing.js';
import { Field } from './field.js';
import { FunctionButton } from './function.js';

/** Number of members that are drawn at first, and with each press on "more". */
const pageSize = 300;

type Member = { readonly property: Property } | { readonly run: FunctionDescriptor };

/** Draws the members and functions of a type in their order, in sections and layouts. */
export function Members({ type, binding, readOnly: isOwn = false }: MembersProps) {
  const readOnly = isOwn || (binding.member !== undefined && !mayWrite.value);
  const properties = [...type.properties].filter(({ controller }) => controller?.type !== 'Hide');
  const functions = type.functions ?? [];
  const members: Member[] = [
    ...inOrder(properties).map((property) => ({ property })),
    ...(binding.member === undefined ? [] : inOrder(functions).map((run) => ({ run }))),
  ];
  const [shown, setShown] = useState(pageSize);
  const visible = members
    .slice(0, shown)
    .filter((each) => isVisible('run' in each ? each.run : each.property, binding));
  const sections = sectionsOf(visible).filter(({ section }) => isAllowed(section ?? {}));
  const draw = (each: Member) =>
    'run' in each ? (
      <ErrorBoundary key={`()${each.run.name}`} what={labelOf(each.run)}>
        <FunctionButton descriptor={each.run} container={binding} />
      </ErrorBoundary>
    ) : (
      <Field key={each.property.name} property={each.property} container={binding} readOnly={readOnly} />
    );
  return (
    <div class="members">
      {sections.map(({ section, members: own }, i) => (
        <SectionBox key={i} section={section}>
          {groupsOf(own).map((group) =>
            group.layout === undefined ? (
              group.members.map(draw)
            ) : (
              <div
                key={group.layout.path}
                class="layout"
                style={{
                  '--columns': group.layout.columns ?? (isRow(group.layout) ? group.members.length : 1),
                }}
              >
                {group.members.map((each) => (
                  <div key={nameOf(each)} style={{ flexGrow: layoutOf(each)?.grow ?? 1 }}>
                    {draw(each)}
                  </div>
                ))}
              </div>
            ),
          )}
        </SectionBox>
      ))}
      {members.length > shown && (
        <Button kind="quiet" onClick={() => setShown(shown + pageSize)}>
          {`${Math.min(pageSize, members.length - shown)} more of ${members.length}`}
        </Button>
      )}
      {sections.length === 0 && <p class="line dim empty-line">Nothing to show</p>}
    </div>
  );
}

function SectionBox({ section, children }: { section: Section | undefined; children: ComponentChildren }) {
  if (section === undefined) return <div class="section">{children}</div>;
  return (
    <section class="section" aria-label={section.title}>
      <h3 class="line section-title">
        {section.icon && <Icon name={section.icon} />}
        <span>{truncate(section.title ?? '')}</span>
        {section.subtitle && <small>{truncate(section.subtitle)}</small>}
      </h3>
      {children}
    </section>
  );
}

/** A section starts with the member that names it and ends before the next. Functions come last. */
function sectionsOf(members: readonly Member[]): { section: Section | undefined; members: Member[] }[] {
  const sections: { section: Section | undefined; members: Member[] }[] = [];
  for (const each of members) {
    const { section } = 'run' in each ? each.run : each.property;
    const last = sections.at(-1);
    const isSame = section === undefined || (last?.section?.title === section.title && last !== undefined);
    const isFirstFunction =
      'run' in each &&
      section === undefined &&
      last !== undefined &&
      !last.members.some((one) => 'run' in one);
    if (last === undefined || !isSame || isFirstFunction)
      sections.push({ section: isFirstFunction ? undefined : section, members: [each] });
    else last.members.push(each);
  }
  return sections;
}

/** Consecutive members with the same layout path form a group. */
function groupsOf(members: readonly Member[]): { layout: Layout | undefined; members: Member[] }[] {
  const groups: { layout: Layout | undefined; members: Member[] }[] = [];
  for (const each of members) {
    const layout = layoutOf(each);
    const last = groups.at(-1);
    if (last !== undefined && last.layout?.path === layout?.path) last.members.push(each);
    else groups.push({ layout, members: [each] });
  }
  return groups;
}

const layoutOf = (each: Member) => ('run' in each ? each.run.layout : each.property.layout);
const nameOf = (each: Member) => ('run' in each ? each.run.name : each.property.name);
const isRow = ({ direction }: Layout) => /^(h|row)/i.test(direction);

function inOrder<T extends { readonly order?: number | undefined }>(all: readonly T[]): T[] {
  return [...all].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
}

interface Conditional {
  readonly visibility?: Condition | undefined;
  readonly visibilityConditions?: readonly Condition[] | undefined;
}

/** True if a member is visible: all conditions on its sibling members hold. A component that calls it follows them. */
function isVisible({ visibility, visibilityConditions }: Conditional, container: Binding): boolean {
  const conditions = visibilityConditions ?? (visibility === undefined ? [] : [visibility]);
  return conditions.every(({ property, value, showWhenMatch }) => {
    const present = container.at(String(property).replaceAll('.', '/')).value.value;
    return matches(present, value) === showWhenMatch;
  });
}

/** Numbers may be sent as strings. */
function matches(present: Json | undefined, wanted: Json): boolean {
  if (present === undefined) return false;
  if (typeof present === 'object' || typeof wanted === 'object') return textOf(present) === textOf(wanted);
  return String(present) === String(wanted);
}
