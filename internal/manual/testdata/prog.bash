# Completion of prog for bash, made by "prog completion bash".
_prog() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=
  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  local at= word i
  for ((i = 1; i < COMP_CWORD; i++)); do word=${COMP_WORDS[i]}
    case "$at $word" in
      ' serve'|' nets'|' nets list'|' nets show') at="$at $word" ;;
    esac
  done
  case "$at:$prev" in
    ' serve:--engine') COMPREPLY=($(compgen -W 'auto network' -- "$cur")); return ;;
    ' serve:--store') COMPREPLY=($(compgen -f -- "$cur")); return ;;
    ' serve:--name') COMPREPLY=(); return ;;
    ' nets:--many') COMPREPLY=(); return ;;
    ' nets list:--many') COMPREPLY=(); return ;;
    ' nets show:--many') COMPREPLY=(); return ;;
  esac
  case "$at" in
    '') words='serve nets --help --quiet' ;;
    ' serve') words='--engine --store --ponder --no-ponder --name --help --quiet' ;;
    ' nets') words='list show --many --help --quiet' ;;
    ' nets list') words='chess checkers --many --help --quiet' ;;
    ' nets show') words='--many --help --quiet' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _prog prog
