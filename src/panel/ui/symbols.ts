/** The symbols that the page itself uses, in its script; those that hosts name come from the host. */
import add from '@material-symbols/svg-400/rounded/add.svg?raw';
import arrow_back from '@material-symbols/svg-400/rounded/arrow_back.svg?raw';
import arrow_downward from '@material-symbols/svg-400/rounded/arrow_downward.svg?raw';
import arrow_forward from '@material-symbols/svg-400/rounded/arrow_forward.svg?raw';
import arrow_upward from '@material-symbols/svg-400/rounded/arrow_upward.svg?raw';
import bolt from '@material-symbols/svg-400/rounded/bolt.svg?raw';
import check from '@material-symbols/svg-400/rounded/check.svg?raw';
import check_circle from '@material-symbols/svg-400/rounded/check_circle.svg?raw';
import chevron_right from '@material-symbols/svg-400/rounded/chevron_right.svg?raw';
import close from '@material-symbols/svg-400/rounded/close.svg?raw';
import code from '@material-symbols/svg-400/rounded/code.svg?raw';
import content_copy from '@material-symbols/svg-400/rounded/content_copy.svg?raw';
import dark_mode from '@material-symbols/svg-400/rounded/dark_mode.svg?raw';
import dashboard from '@material-symbols/svg-400/rounded/dashboard.svg?raw';
import remove from '@material-symbols/svg-400/rounded/delete.svg?raw';
import deployed_code from '@material-symbols/svg-400/rounded/deployed_code.svg?raw';
import download from '@material-symbols/svg-400/rounded/download.svg?raw';
import drag_indicator from '@material-symbols/svg-400/rounded/drag_indicator.svg?raw';
import edit from '@material-symbols/svg-400/rounded/edit.svg?raw';
import error from '@material-symbols/svg-400/rounded/error.svg?raw';
import favorite from '@material-symbols/svg-400/rounded/favorite.svg?raw';
import folder_open from '@material-symbols/svg-400/rounded/folder_open.svg?raw';
import fullscreen from '@material-symbols/svg-400/rounded/fullscreen.svg?raw';
import group from '@material-symbols/svg-400/rounded/group.svg?raw';
import help from '@material-symbols/svg-400/rounded/help.svg?raw';
import history from '@material-symbols/svg-400/rounded/history.svg?raw';
import info from '@material-symbols/svg-400/rounded/info.svg?raw';
import inventory_2 from '@material-symbols/svg-400/rounded/inventory_2.svg?raw';
import keep from '@material-symbols/svg-400/rounded/keep.svg?raw';
import keyboard from '@material-symbols/svg-400/rounded/keyboard.svg?raw';
import keyboard_arrow_down from '@material-symbols/svg-400/rounded/keyboard_arrow_down.svg?raw';
import keyboard_double_arrow_down from '@material-symbols/svg-400/rounded/keyboard_double_arrow_down.svg?raw';
import keyboard_double_arrow_up from '@material-symbols/svg-400/rounded/keyboard_double_arrow_up.svg?raw';
import light_mode from '@material-symbols/svg-400/rounded/light_mode.svg?raw';
import link from '@material-symbols/svg-400/rounded/link.svg?raw';
import link_off from '@material-symbols/svg-400/rounded/link_off.svg?raw';
import list_alt from '@material-symbols/svg-400/rounded/list_alt.svg?raw';
import lock from '@material-symbols/svg-400/rounded/lock.svg?raw';
import logout from '@material-symbols/svg-400/rounded/logout.svg?raw';
import memory from '@material-symbols/svg-400/rounded/memory.svg?raw';
import menu from '@material-symbols/svg-400/rounded/menu.svg?raw';
import monitoring from '@material-symbols/svg-400/rounded/monitoring.svg?raw';
import more_vert from '@material-symbols/svg-400/rounded/more_vert.svg?raw';
import notifications from '@material-symbols/svg-400/rounded/notifications.svg?raw';
import open_in_new from '@material-symbols/svg-400/rounded/open_in_new.svg?raw';
import open_with from '@material-symbols/svg-400/rounded/open_with.svg?raw';
import palette from '@material-symbols/svg-400/rounded/palette.svg?raw';
import pause from '@material-symbols/svg-400/rounded/pause.svg?raw';
import play_arrow from '@material-symbols/svg-400/rounded/play_arrow.svg?raw';
import power_settings_new from '@material-symbols/svg-400/rounded/power_settings_new.svg?raw';
import redo from '@material-symbols/svg-400/rounded/redo.svg?raw';
import refresh from '@material-symbols/svg-400/rounded/refresh.svg?raw';
import restart_alt from '@material-symbols/svg-400/rounded/restart_alt.svg?raw';
import save from '@material-symbols/svg-400/rounded/save.svg?raw';
import search from '@material-symbols/svg-400/rounded/search.svg?raw';
import settings from '@material-symbols/svg-400/rounded/settings.svg?raw';
import speed from '@material-symbols/svg-400/rounded/speed.svg?raw';
import star from '@material-symbols/svg-400/rounded/star.svg?raw';
import starFilled from '@material-symbols/svg-400/rounded/star-fill.svg?raw';
import storage from '@material-symbols/svg-400/rounded/storage.svg?raw';
import sync_problem from '@material-symbols/svg-400/rounded/sync_problem.svg?raw';
import tablet_mac from '@material-symbols/svg-400/rounded/tablet_mac.svg?raw';
import translate from '@material-symbols/svg-400/rounded/translate.svg?raw';
import tune from '@material-symbols/svg-400/rounded/tune.svg?raw';
import undo from '@material-symbols/svg-400/rounded/undo.svg?raw';
import upload from '@material-symbols/svg-400/rounded/upload.svg?raw';
import visibility from '@material-symbols/svg-400/rounded/visibility.svg?raw';
import warning from '@material-symbols/svg-400/rounded/warning.svg?raw';
import wifi_off from '@material-symbols/svg-400/rounded/wifi_off.svg?raw';

const outline = (svg: string) => / d="([^"]+)"/.exec(svg)?.[1] ?? '';

export const symbols: Readonly<Record<string, string>> = {
  add: outline(add),
  arrow_back: outline(arrow_back),
  arrow_downward: outline(arrow_downward),
  arrow_forward: outline(arrow_forward),
  arrow_upward: outline(arrow_upward),
  bolt: outline(bolt),
  check: outline(check),
  chevron_right: outline(chevron_right),
  close: outline(close),
  code: outline(code),
  content_copy: outline(content_copy),
  dark_mode: outline(dark_mode),
  dashboard: outline(dashboard),
  delete: outline(remove),
  deployed_code: outline(deployed_code),
  download: outline(download),
  drag_indicator: outline(drag_indicator),
  edit: outline(edit),
  error: outline(error),
  keyboard_arrow_down: outline(keyboard_arrow_down),
  keyboard_double_arrow_down: outline(keyboard_double_arrow_down),
  keyboard_double_arrow_up: outline(keyboard_double_arrow_up),
  favorite: outline(favorite),
  folder_open: outline(folder_open),
  fullscreen: outline(fullscreen),
  group: outline(group),
  history: outline(history),
  info: outline(info),
  keyboard: outline(keyboard),
  light_mode: outline(light_mode),
  link: outline(link),
  lock: outline(lock),
  logout: outline(logout),
  memory: outline(memory),
  menu: outline(menu),
  more_vert: outline(more_vert),
  notifications: outline(notifications),
  open_in_new: outline(open_in_new),
  open_with: outline(open_with),
  palette: outline(palette),
  pause: outline(pause),
  play_arrow: outline(play_arrow),
  power_settings_new: outline(power_settings_new),
  keep: outline(keep),
  redo: outline(redo),
  refresh: outline(refresh),
  restart_alt: outline(restart_alt),
  save: outline(save),
  search: outline(search),
  settings: outline(settings),
  speed: outline(speed),
  star: outline(star),
  storage: outline(storage),
  sync_problem: outline(sync_problem),
  tablet_mac: outline(tablet_mac),
  translate: outline(translate),
  tune: outline(tune),
  undo: outline(undo),
  upload: outline(upload),
  visibility: outline(visibility),
  warning: outline(warning),
  wifi_off: outline(wifi_off),
  help: outline(help),
  check_circle: outline(check_circle),
  inventory_2: outline(inventory_2),
  link_off: outline(link_off),
  monitoring: outline(monitoring),
  list_alt: outline(list_alt),
  star_filled: outline(starFilled),
};
