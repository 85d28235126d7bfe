/** The symbols that the panel itself uses, as part of its script; the host serves those that descriptors name. */
const files = import.meta.glob<string>(
  [
    './{add,arrow_back,arrow_downward,arrow_forward,arrow_upward,bolt,check,check_circle}.svg',
    './{chevron_right,close,code,content_copy,dark_mode,dashboard,delete,deployed_code,download}.svg',
    './{drag_indicator,edit,error,folder_open,fullscreen,group,help,history,info,inventory_2}.svg',
    './{keep,keyboard,keyboard_arrow_down,keyboard_double_arrow_down,keyboard_double_arrow_up}.svg',
    './{link_off,list_alt,lock,logout,monitoring,more_vert,notifications,open_in_new,open_with}.svg',
    './{pause,play_arrow,power_settings_new,redo,restart_alt,save,search,settings,star,star-fill}.svg',
    './{sync_problem,translate,tune,undo,upload,warning,wifi_off}.svg',
  ],
  {
    base: '../../../node_modules/@material-symbols/svg-400/rounded',
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

/** The SVG path of each symbol by name. */
export const symbols: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([file, svg]) => [file.slice(2, -4), / d="([^"]+)"/.exec(svg)?.[1] ?? '']),
);
