"use strict";
(() => {
  const plots = JSON.parse(document.getElementById("plots").textContent);
  const canvases = [...document.querySelectorAll("canvas[data-plot]")];
  const charts = [];
  const markers = ["circle", "rectRot", "triangle", "rect", "star", "crossRot"];
  const inks = ["BLUE", "ORANGE", "GREEN", "PURPLE", "YELLOW", "GREY"];

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const ink = (name) => colour("--" + name.toLowerCase());

  const short = (value) => {
    if (value === null) return "–";
    const units = ["", " k", " M", " G"];
    let unit = 0;
    while (Math.abs(value) >= 999.5 && unit < units.length - 1) { value /= 1000; unit++; }
    return String(Number(value.toPrecision(3))) + units[unit];
  };

  // Text on a plate, so that it can be read above lines and bars.
  const label = (ctx, text, x, y, align) => {
    ctx.font = "600 12px " + Chart.defaults.font.family;
    ctx.textAlign = align;
    ctx.textBaseline = "middle";
    const width = ctx.measureText(text).width;
    ctx.fillStyle = colour("--ground");
    ctx.globalAlpha = 0.85;
    ctx.fillRect(align === "right" ? x - width - 3 : x - 3, y - 9, width + 6, 18);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colour("--text");
    ctx.fillText(text, x, y);
  };

  const dashed = (ctx, x0, y0, x1, y1) => {
    ctx.strokeStyle = colour("--quiet");
    ctx.lineWidth = 1.5;
    ctx.setLineDash([5, 4]);
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
    ctx.setLineDash([]);
  };

  // Levels to compare with, with their intervals, below the data; marks above it.
  const guides = {
    id: "guides",
    beforeDatasetsDraw({ ctx, chartArea: area, scales: { y } }, _, { plot }) {
      ctx.save();
      for (const level of plot.levels) {
        if (level.low !== null && level.high !== null) {
          const top = y.getPixelForValue(level.high), bottom = y.getPixelForValue(level.low);
          ctx.fillStyle = colour("--quiet");
          ctx.globalAlpha = 0.15;
          ctx.fillRect(area.left, top, area.width, bottom - top);
          ctx.globalAlpha = 1;
        }
        dashed(ctx, area.left, y.getPixelForValue(level.value), area.right, y.getPixelForValue(level.value));
      }
      ctx.restore();
    },
    afterDatasetsDraw({ ctx, chartArea: area, scales: { x, y } }, _, { plot }) {
      ctx.save();
      for (const level of plot.levels) {
        label(ctx, `${level.text} ${short(level.value)}`, area.left + 8, y.getPixelForValue(level.value) - 13, "left");
      }
      for (const mark of plot.marks) {
        const at = x.getPixelForValue(mark.at);
        const left = at > (area.left + area.right) / 2;
        dashed(ctx, at, area.top, at, area.bottom);
        label(ctx, mark.text, left ? at - 7 : at + 7, area.top + 12, left ? "right" : "left");
      }
      ctx.restore();
    },
  };

  // Of lines the last is drawn on top.
  const dataset = (plot, series, index) => {
    const own = ink(series.ink);
    const bars = plot.shape === "STACKED_BARS";
    return {
      label: series.name,
      order: bars ? 0 : -index,
      data: plot.axis.scale === "NAMES" ? series.values : series.values.map((y, i) => ({ x: plot.axis.at[i], y })),
      borderColor: bars ? colour("--ground") : own,
      backgroundColor: own,
      borderWidth: bars ? 1 : 2,
      borderSkipped: false,
      maxBarThickness: 48,
      pointRadius: series.joined ? 4 : 6,
      pointStyle: bars ? "rect" : markers[inks.indexOf(series.ink)],
      showLine: series.joined,
      spanGaps: false,
    };
  };

  const across = (plot, base) => {
    const { axis, shape } = plot;
    // With room at both ends: nothing is drawn on the axes.
    if (axis.scale === "NAMES") return { ...base, offset: true, stacked: shape === "STACKED_BARS" };
    const log = axis.scale === "LOG2";
    const first = axis.at[0], last = axis.at[axis.at.length - 1];
    const room = 0.04;
    const place = (value) => (log ? Math.log(value / first) / Math.log(last / first) : (value - first) / (last - first));
    // Names of places that are nearer to each other would be written over one another.
    const apart = 0.06;
    const named = axis.at.reduce(
      (kept, value) => (kept.length && place(value) - place(kept[kept.length - 1]) < apart ? kept : [...kept, value]),
      [],
    );
    return {
      ...base,
      type: log ? "logarithmic" : "linear",
      min: log ? first / (last / first) ** room : first - room * (last - first),
      max: log ? last * (last / first) ** room : last + room * (last - first),
      ticks: { ...base.ticks, callback: (value) => axis.names[axis.at.indexOf(value)] },
      afterBuildTicks: (scale) => { scale.ticks = named.map((value) => ({ value })); },
    };
  };

  const draw = () => {
    charts.splice(0).forEach((chart) => chart.destroy());
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    const text = colour("--text"), line = colour("--line");
    for (const canvas of canvases) {
      const plot = plots[Number(canvas.dataset.plot)];
      const bars = plot.shape === "STACKED_BARS";
      const axis = (title) => ({
        title: { display: true, text: title, color: text },
        ticks: { color: text, maxRotation: 60 },
        grid: { color: line },
        border: { color: line },
      });
      const highest = Math.max(0, ...plot.levels.map((level) => level.high ?? level.value));
      charts.push(new Chart(canvas, {
        type: bars ? "bar" : "line",
        data: { labels: plot.axis.names, datasets: plot.series.map((series, i) => dataset(plot, series, i)) },
        options: {
          animation: false,
          responsive: true,
          maintainAspectRatio: false,
          interaction: { mode: "index", intersect: false },
          layout: { padding: { right: 8 } },
          scales: {
            x: across(plot, axis(plot.axis.title)),
            y: {
              ...axis(plot.unit),
              stacked: bars,
              beginAtZero: true,
              grace: plot.most === null && !bars ? "8%" : 0,
              max: bars ? plot.most ?? undefined : undefined,
              suggestedMax: Math.max(plot.most ?? 0, highest * 1.08),
              ticks: { color: text, maxTicksLimit: 7, callback: short },
            },
          },
          plugins: {
            legend: {
              position: "bottom",
              align: "start",
              labels: {
                color: text,
                usePointStyle: true,
                boxHeight: 7,
                pointStyleWidth: 12,
                padding: 12,
                sort: (a, b) => a.datasetIndex - b.datasetIndex,
              },
            },
            tooltip: {
              callbacks: {
                title: ([item]) => `${plot.axis.title}: ${plot.axis.names[item.dataIndex]}`,
                label: (item) => `${item.dataset.label}: ${short(item.parsed.y)} ${plot.unit}`,
              },
            },
            guides: { plot },
          },
        },
        plugins: [guides],
      }));
    }
  };

  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  matchMedia("print").addEventListener("change", draw);
})();
